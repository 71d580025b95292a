/** Parts of the API document that are completed here. */
export type Json = Record<string, unknown>;

export type Body = { content?: Record<string, { schema?: unknown; example?: unknown }>; [member: string]: unknown };

export type Operation = Json & {
  operationId: string;
  responses: Record<string, unknown>;
  parameters?: unknown[];
  requestBody?: Body;
};

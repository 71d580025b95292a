import type { CallOptions, Client, DesignDocument, IssueAllOptions, IssueAllResult } from '../operations.ts';
import { type DesignElement, defined, describe, flatten, type PageNode, type TemplateNode } from './nodes.ts';
import { type BuiltIn, type Placeholder, placeholdersOf } from './placeholders.ts';
import { type TextOf, textsOf, type Values, type Variables } from './values.ts';

/** Placeholders of the declared variables and of those that Laurel fills in. */
export type Placeholders<All extends Variables> = { readonly [Name in keyof All]: Placeholder<TextOf<All[Name]>> } & {
  readonly [Name in Exclude<BuiltIn, keyof All>]: Placeholder;
};

type FromRender = 'elements' | 'background' | 'variables' | 'recipientNameVariable';

export interface TemplateOptions<All extends Variables, Name extends string> extends Omit<DesignDocument, FromRender> {
  /** Variable that holds the recipient's name. */
  recipientName: Name;
  variables: All;
  /** Returns the page, `<Page>…</Page>`, or its elements. Called once. */
  render: (v: Placeholders<All>) => TemplateNode;
}

type Input<Procedure extends { mutate(input: never, options?: never): unknown }> = Parameters<Procedure['mutate']>[0];
type Answer<Procedure extends { mutate(input: never, options?: never): unknown }> = Awaited<
  ReturnType<Procedure['mutate']>
>;
type Generation = Client['certificates']['generate'];
type BatchCreation = Client['batches']['create'];
type Recipient = Input<BatchCreation>['recipients'][number];
type Typed<Of, Values> = Omit<Of, 'variables'> & { variables: Values };

export interface Template<All extends Variables, Name extends string> {
  /** Design document as plain JSON. */
  readonly design: DesignDocument;
  /** Publishes a new template, or the next version of the one with this id. */
  publish(
    client: Client,
    options?: { id?: string | undefined; idempotencyKey?: string | undefined; signal?: AbortSignal | undefined },
  ): Promise<Answer<Client['templates']['create']>>;
  /** Generates a certificate from the template with the given id. */
  generate(
    client: Client,
    input: Typed<Input<Generation>, Values<All, Name>>,
    options?: CallOptions,
  ): Promise<Answer<Generation>>;
  /** Generates a certificate for each recipient, or none at all. */
  createBatch(
    client: Client,
    input: Omit<Input<BatchCreation>, 'recipients'> & { recipients: Typed<Recipient, Values<All, Name>>[] },
    options?: CallOptions,
  ): Promise<Answer<BatchCreation>>;
  /** Generates a certificate for each row, in batches. See `issueAll` of the client. */
  issueAll(
    client: Client,
    rows: Iterable<Typed<Recipient, Values<All, Name>>> | AsyncIterable<Typed<Recipient, Values<All, Name>>>,
    options: IssueAllOptions,
  ): Promise<IssueAllResult>;
}

/** Defines a template in code. Its design document is written in JSX, and its calls accept the declared variables. */
export function defineTemplate<const All extends Variables, const Name extends keyof All & string>(
  options: TemplateOptions<All, Name>,
): Template<All, Name> {
  const design = designOf(options);
  return {
    design,
    publish: async (client, { id, idempotencyKey, signal } = {}) => {
      const call = { ...(signal && { signal }), ...(idempotencyKey && { context: { idempotencyKey } }) };
      return id === undefined
        ? client.templates.create.mutate({ design }, call)
        : client.templates.publish.mutate({ id, design }, call);
    },
    generate: async (client, input, call) =>
      client.certificates.generate.mutate({ ...input, variables: textsOf(input.variables) }, call),
    createBatch: async (client, input, call) => {
      const recipients = input.recipients.map(asTexts);
      return client.batches.create.mutate({ ...input, recipients }, call);
    },
    issueAll: async (client, rows, call) => client.issueAll(mapRows(rows, asTexts), call),
  };
}

const asTexts = <Of extends { variables: Readonly<Record<string, unknown>> }>(one: Of) => ({
  ...one,
  variables: textsOf(one.variables),
});

async function* mapRows<Of, To>(rows: Iterable<Of> | AsyncIterable<Of>, map: (row: Of) => To): AsyncGenerator<To> {
  for await (const row of rows) yield map(row);
}

function designOf<All extends Variables, Name extends string>(options: TemplateOptions<All, Name>): DesignDocument {
  const { recipientName, variables, render, ...members } = options;
  if (!Object.hasOwn(variables, recipientName))
    throw new TypeError(`recipientName: the template declares no variable ${JSON.stringify(recipientName)}`);
  const placeholders = placeholdersOf(Object.keys(variables)) as Placeholders<All>;
  const { background, children } = pageOf(render(placeholders));
  const document = {
    ...members,
    ...defined({ background }),
    recipientNameVariable: recipientName,
    variables,
    elements: elementsOf(children),
  };
  // A copy as plain JSON, so that later changes of the inputs do not affect it.
  return JSON.parse(JSON.stringify(document)) as DesignDocument;
}

function pageOf(rendered: TemplateNode): Pick<PageNode, 'background' | 'children'> {
  const nodes = flatten(rendered);
  const [only] = nodes;
  if (nodes.length === 1 && typeof only === 'object' && only.kind === 'page') return only;
  return { background: undefined, children: nodes };
}

const elementsOf = (children: TemplateNode): DesignElement[] =>
  flatten(children).map((node) => {
    if (typeof node === 'object' && node.kind === 'element') return node.element;
    throw new TypeError(`a page takes <Text>, <Image>, <Shape>, <Qr> and <Markup>, got ${describe(node)}`);
  });

import { FromEnvironment, type SampleCall } from './sample-call.ts';
import { lines } from './typescript.ts';
import { jsonWith, writeValue } from './write-value.ts';

const variableOf = (name: string): string => `Environment.GetEnvironmentVariable("${name}")`;
/** An interpolated text has three braces around an expression, because designs have texts with two. */
const JSON_TEXT = jsonWith((name) => `{{{${variableOf(name)}}}}`);

/** Returns a program for .NET 10 (`dotnet run sample.cs`), or for a project with top-level statements. */
export function csharpSample({ method, path, needsKey, body, savedAs }: SampleCall): string {
  const address = path.map((part) => (part instanceof FromEnvironment ? `{${variableOf(part.name)}}` : part)).join('');
  return lines(
    body?.kind === 'json' && 'using System.Text;',
    body?.kind === 'json' && '',
    'using var http = new HttpClient();',
    needsKey && `http.DefaultRequestHeaders.Authorization = new("Bearer", ${variableOf('LAUREL_API_KEY')});`,
    `using var request = new HttpRequestMessage(new HttpMethod("${method}"), $"{${variableOf('LAUREL_URL')}}${address}");`,
    ...bodyOf(body),
    'using var response = await http.SendAsync(request);',
    'if (!response.IsSuccessStatusCode) throw new HttpRequestException(await response.Content.ReadAsStringAsync());',
    savedAs === null
      ? 'Console.WriteLine(await response.Content.ReadAsStringAsync());'
      : `await File.WriteAllBytesAsync("${savedAs}", await response.Content.ReadAsByteArrayAsync());`,
  );
}

function bodyOf(body: SampleCall['body']): string[] {
  if (body?.kind === 'json')
    return [
      `var json = $$$"""\n${writeValue(body.value, JSON_TEXT)}\n""";`,
      'request.Content = new StringContent(json, Encoding.UTF8, "application/json");',
    ];
  if (body?.kind === 'file')
    return [
      `request.Content = new ByteArrayContent(await File.ReadAllBytesAsync("${body.file}"));`,
      `request.Content.Headers.ContentType = new("${body.type}");`,
    ];
  if (body?.kind !== 'form') return [];
  return [
    'using var form = new MultipartFormDataContent();',
    `form.Add(new ByteArrayContent(await File.ReadAllBytesAsync("${body.file}")), "${body.part}", "${body.file}");`,
    'request.Content = form;',
  ];
}

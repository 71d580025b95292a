// Issues a certificate, waits until it is rendered, and saves its PDF. Needs .NET 10 and nothing else: dotnet run issue.cs
using System.Net;
using System.Net.Http.Json;
using System.Text.Json;

static string Setting(string name) =>
    Environment.GetEnvironmentVariable(name) ?? throw new InvalidOperationException($"{name} is not set");

using var http = new HttpClient { BaseAddress = new Uri(Setting("LAUREL_URL")) };
http.DefaultRequestHeaders.Authorization = new("Bearer", Setting("LAUREL_API_KEY"));

async Task<JsonElement> Call(HttpMethod method, string path, object? body = null, string? idempotencyKey = null)
{
    for (var attempt = 0; ; attempt++)
    {
        using var request = new HttpRequestMessage(method, "/api/v1" + path);
        if (body is not null) request.Content = JsonContent.Create(body);
        if (idempotencyKey is not null) request.Headers.Add("Idempotency-Key", idempotencyKey);
        using var response = await http.SendAsync(request);
        if (response.IsSuccessStatusCode) return await response.Content.ReadFromJsonAsync<JsonElement>();
        var isBusy = response.StatusCode is HttpStatusCode.TooManyRequests or HttpStatusCode.ServiceUnavailable;
        // The key makes it safe to send the creation again.
        if (!isBusy || attempt == 3) throw new HttpRequestException(await response.Content.ReadAsStringAsync());
        await Task.Delay(response.Headers.RetryAfter?.Delta ?? TimeSpan.FromSeconds(1));
    }
}

var certificate = await Call(HttpMethod.Post, "/certificates", new
{
    templateId = Setting("LAUREL_TEMPLATE_ID"),
    variables = new Dictionary<string, string>
    {
        ["name"] = "Ada Lovelace",
        ["course"] = "Computing",
        ["distinction"] = "honours",
        ["date"] = "20 November 2026",
        ["director"] = "Grace Hopper",
    },
}, "enrolment-4711-csharp");
var id = certificate.GetProperty("id").GetString();
for (; ; await Task.Delay(1000))
{
    certificate = await Call(HttpMethod.Get, $"/certificates/{id}");
    var status = certificate.GetProperty("renderStatus").GetString();
    if (status == "FAILED") throw new InvalidOperationException($"certificate {id} could not be rendered");
    if (status == "COMPLETED") break;
}
// The file's address needs no key.
using var files = new HttpClient();
await File.WriteAllBytesAsync("certificate.pdf", await files.GetByteArrayAsync(certificate.GetProperty("pdfUrl").GetString()));
Console.WriteLine(id);

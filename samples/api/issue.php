<?php
// Issues a certificate, waits until it is rendered, and saves its PDF. Needs PHP 8.1 with curl.
declare(strict_types=1);

function call(string $method, string $path, ?array $body = null, ?string $idempotencyKey = null): array
{
    $headers = ['Authorization: Bearer ' . getenv('LAUREL_API_KEY'), 'Content-Type: application/json'];
    if ($idempotencyKey !== null) {
        $headers[] = "Idempotency-Key: $idempotencyKey";
    }
    for ($attempt = 0; ; $attempt++) {
        $retryAfter = 1;
        $request = curl_init(getenv('LAUREL_URL') . "/api/v1$path");
        curl_setopt_array($request, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 30,
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$retryAfter): int {
                if (stripos($line, 'Retry-After:') === 0) {
                    $retryAfter = (int) substr($line, 12);
                }
                return strlen($line);
            },
        ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => json_encode($body, JSON_THROW_ON_ERROR)]));
        $answer = curl_exec($request);
        $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
        if ($answer !== false && $status < 400) {
            return json_decode($answer, true, flags: JSON_THROW_ON_ERROR);
        }
        // The key makes it safe to send the creation again.
        if (!in_array($status, [429, 503], true) || $attempt === 3) {
            throw new RuntimeException($answer === false ? curl_error($request) : $answer);
        }
        sleep($retryAfter);
    }
}

$certificate = call('POST', '/certificates', [
    'templateId' => getenv('LAUREL_TEMPLATE_ID'),
    'variables' => [
        'name' => 'Ada Lovelace',
        'course' => 'Computing',
        'distinction' => 'honours',
        'date' => '20 November 2026',
        'director' => 'Grace Hopper',
    ],
], 'enrolment-4711-php');
while (($certificate = call('GET', "/certificates/{$certificate['id']}"))['renderStatus'] !== 'COMPLETED') {
    if ($certificate['renderStatus'] === 'FAILED') {
        throw new RuntimeException("certificate {$certificate['id']} could not be rendered");
    }
    sleep(1);
}
copy($certificate['pdfUrl'], 'certificate.pdf');
echo $certificate['id'], "\n";

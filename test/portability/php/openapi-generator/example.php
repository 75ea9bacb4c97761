<?php

// A user, an error, an open enum, pages, an upload and an event, with the client of openapi-generator for PHP.

declare(strict_types=1);

use Wearable\Client\Api\ConnectionsApi;
use Wearable\Client\Api\LabReportsApi;
use Wearable\Client\Api\LabTestsApi;
use Wearable\Client\Api\UsersApi;
use Wearable\Client\ApiException;
use Wearable\Client\Configuration;
use Wearable\Client\Model\ClientUserIdConflict;
use Wearable\Client\Model\CreateUserRequest;

require 'vendor/autoload.php';

// Authentication: the team's key in its own header
$configuration = (new Configuration())->setHost(getenv('BASE_URL'))->setApiKey('x-service-api-key', getenv('API_KEY'));

// Errors: each documented status is read into its own model
try {
    (new UsersApi(config: $configuration))->createUser(new CreateUserRequest(['client_user_id' => 'demo-runner-01']));
} catch (ApiException $refused) {
    $taken = $refused->getResponseObject();
    if (!$taken instanceof ClientUserIdConflict) {
        throw $refused;
    }
    echo 'taken by ', $taken->getUserId(), "\n";
}

// Open enums: their values are plain texts, so an unknown one throws nothing
$user = (new UsersApi(config: $configuration))->resolveUser('demo-runner-01');
$connections = (new ConnectionsApi(config: $configuration))->listUserConnections($user->getUserId());
foreach ($connections->getProviders() as $connection) {
    echo $connection->getSlug(), $connection->getStatus() === 'connected' ? ' is healthy' : ' needs attention', "\n";
}

// Pages: ask for the next one until the last
$page = 1;
do {
    $markers = (new LabTestsApi(config: $configuration))->listMarkers(page: $page);
    echo 'markers ', count($markers->getMarkers()), "\n";
} while ($page++ < $markers->getPages());

// Uploads: the type of the file comes from its name
$report = sys_get_temp_dir() . '/report.pdf';
file_put_contents($report, '%PDF-1.7');
[, $status] = (new LabReportsApi(config: $configuration))->createLabReportParsingJobWithHttpInfo(new SplFileObject($report));
unlink($report);
echo "upload $status\n";

// Events: verify the bytes as they came, then read them
[$secret, $body, $timestamp] = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '{"event_type":"daily.data.sleep.created"}', (string) time()];
$signature = 'v1,' . signatureOf($secret, 'evt_1', $timestamp, $body);
if (!isSigned($secret, 'evt_1', $timestamp, $signature, $body)) {
    throw new RuntimeException('The signature is wrong.');
}
echo 'event ', json_decode($body, true)['event_type'], "\n";

/** Whether a delivery is signed as Standard Webhooks says, and not older than five minutes. */
function isSigned(string $secret, string $id, string $timestamp, string $signatures, string $body): bool
{
    $expected = 'v1,' . signatureOf($secret, $id, $timestamp, $body);
    $found = array_filter(explode(' ', $signatures), fn($one) => hash_equals($expected, $one));
    return abs(time() - (int) $timestamp) <= 300 && $found !== [];
}

function signatureOf(string $secret, string $id, string $timestamp, string $body): string
{
    $key = base64_decode(str_replace('whsec_', '', $secret));
    return base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
}

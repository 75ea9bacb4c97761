<?php

// Makes a call with the PHP client of Redocly's generate-client: its methods are named by the operations.

declare(strict_types=1);

use WearableHealthDataUserLinkingAndLabOrderingApi as Package;

require 'client/client.php';

function call(string $operation, array $given, ?array $body, ?array $form): array
{
    [$url, $scheme, $key] = isManagement($operation) ? ['MANAGEMENT_URL', 'ManagementKey', 'MANAGEMENT_KEY'] : ['BASE_URL', 'TeamApiKey', 'API_KEY'];
    $api = new Package\Client(new Package\Config(getenv($url), auth: ['apiKey' => [$scheme => getenv($key)]]));
    $arguments = [];
    foreach ((new ReflectionMethod($api, $operation))->getParameters() as $parameter) {
        $name = $parameter->getName();
        $type = $parameter->getType()->getName();
        if ($name === 'body' && $form !== null) {
            // A file is a text in its types, without a name
            $arguments[$name] = array_map(fn($part) => $part['text'], $form);
        } elseif ($name === 'body' && $type === 'array') {
            $arguments[$name] = $body;
        } elseif ($name === 'body') {
            $arguments[$name] = $type::fromArray($body);
        } elseif (($value = given($given, $name)) !== null) {
            $arguments[$name] = $type === 'float' ? (float) $value : $value;
        }
    }
    try {
        return [200, $api->$operation(...$arguments)];
    } catch (Package\ApiError $error) {
        return [$error->status, $error->body];
    }
}

function readEvent(string $model, object $event): object
{
    return ('WearableHealthDataUserLinkingAndLabOrderingApi\\' . $model)::fromArray(json_decode(json_encode($event), true));
}

<?php

// Makes a call with the client of openapi-generator for PHP: its methods are named by the operations.

declare(strict_types=1);

use Wearable\Client\ApiException;
use Wearable\Client\Configuration;
use Wearable\Client\ObjectSerializer;

require 'vendor/autoload.php';

function call(string $operation, array $given, ?array $body, ?array $form): array
{
    [$url, $header, $key] = isManagement($operation) ? ['MANAGEMENT_URL', 'X-Management-Key', 'MANAGEMENT_KEY'] : ['BASE_URL', 'x-service-api-key', 'API_KEY'];
    $configuration = (new Configuration())->setHost(getenv($url))->setApiKey($header, getenv($key));
    foreach (glob('client/lib/Api/*.php') as $file) {
        $class = 'Wearable\\Client\\Api\\' . basename($file, '.php');
        if (!method_exists($class, $operation)) {
            continue;
        }
        $arguments = [];
        foreach ((new ReflectionMethod($class, $operation))->getParameters() as $parameter) {
            $name = $parameter->getName();
            if (($value = given($given, $name)) !== null) {
                $arguments[$name] = $value;
            } elseif (isset($form[$name])) {
                $path = sys_get_temp_dir() . '/' . $form[$name]['name'];
                file_put_contents($path, $form[$name]['text']);
                $arguments[$name] = new SplFileObject($path);
            } elseif ($name === 'variables') {
                // An operation with servers of its own is called there
                $arguments[$name] = ['management_url' => getenv($url)];
            } elseif ($body !== null && str_ends_with($name, '_request') || $body !== null && class_exists(modelOf($name))) {
                $arguments[$name] = ObjectSerializer::deserialize((object) $body, modelOf($name));
            }
        }
        try {
            [$answer, $status] = [new $class(config: $configuration), "{$operation}WithHttpInfo"](...$arguments);
            return [$status, $answer];
        } catch (ApiException $error) {
            return [$error->getCode(), $error->getResponseObject() ?? $error->getResponseBody()];
        }
    }
    throw new RuntimeException('The client has no such operation.');
}

/** The model that a parameter is named by. */
function modelOf(string $name): string
{
    return 'Wearable\\Client\\Model\\' . str_replace('_', '', ucwords($name, '_'));
}

function readEvent(string $model, object $event): object
{
    return ObjectSerializer::deserialize($event, "Wearable\\Client\\Model\\$model");
}

<?php

// Tells the story with a generated client: `call.php` of the generator's folder makes each call by the operation's name.

declare(strict_types=1);

require __DIR__ . '/call.php';

/** What is written as `$name` was saved before. */
function withSaved(array $part, array $saved): array
{
    return array_map(fn($value) => is_string($value) && str_starts_with($value, '$') ? $saved[substr($value, 1)] : $value, $part);
}

/** A name without its separators, for a client that writes it otherwise. */
function plain(string $name): string
{
    return strtolower(str_replace(['_', '-'], '', $name));
}

/** The value of a parameter by its name on the wire. */
function given(array $given, string $name): mixed
{
    foreach ($given as $key => $value) {
        if (plain($key) === plain($name)) {
            return $value;
        }
    }
    return null;
}

function isManagement(string $operation): bool
{
    return $operation === 'listOrganizationTeams';
}

function report(string $name, callable $act): void
{
    try {
        $act();
        echo "ok $name\n";
    } catch (Throwable $error) {
        echo "failed $name ", str_replace("\n", ' ', (string) $error->getMessage()), "\n";
    }
}

$saved = [];
foreach (json_decode(file_get_contents('story.json'), true) as $step) {
    $operation = $step['operation'];
    report($operation, function () use ($operation, $step, &$saved) {
        $given = withSaved([...$step['path'] ?? [], ...$step['query'] ?? [], ...$step['headers'] ?? []], $saved);
        [$status, $answer] = call($operation, $given, $step['body'] ?? null, $step['form'] ?? null);
        if ($status !== ($step['status'] ?? 200) || $answer === null) {
            throw new RuntimeException("The status is $status.");
        }
        $fields = json_decode(json_encode($answer), true);
        foreach ($step['save'] ?? [] as $name => $field) {
            $saved[$name] = given($fields, $field);
        }
    });
}
// Without models of events a client has none to read
foreach (function_exists('readEvent') ? json_decode(file_get_contents('events.json')) : [] as $one) {
    report("event $one->model", fn() => readEvent($one->model, $one->event));
}

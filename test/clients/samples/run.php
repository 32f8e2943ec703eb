<?php

// Runs the samples of PHP in a folder; prints a line of JSON: what each that failed threw, by its name.

declare(strict_types=1);

set_error_handler(function (int $level, string $message): never {
    throw new ErrorException($message, severity: $level);
});
$failed = [];
foreach (glob('*.php') as $file) {
    ob_start();
    try {
        (static function () use ($file): void {
            require $file;
        })();
    } catch (Throwable $error) {
        $failed[basename($file, '.php')] = basename(str_replace('\\', '/', $error::class));
    } finally {
        ob_end_clean();
    }
}
echo json_encode((object) $failed), "\n";

<?php

// What Composer makes of the library's composer.json, for programs that do without Composer.

declare(strict_types=1);

$library = dirname(__DIR__, 4) . '/libs/clients/php';
$rules = json_decode(file_get_contents("$library/composer.json"), true)['autoload']['psr-4'];
spl_autoload_register(function (string $class) use ($library, $rules): void {
    foreach ($rules as $prefix => $folder) {
        $file = "$library/$folder" . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
        }
    }
});

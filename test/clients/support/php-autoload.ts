import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LIBRARY = join(__dirname, '../../../libs/clients/php');
/** What Composer makes of the library's composer.json. */
const AUTOLOAD = `<?php
$rules = json_decode(file_get_contents('${LIBRARY}/composer.json'), true)['autoload']['psr-4'];
spl_autoload_register(function (string $class) use ($rules): void {
    foreach ($rules as $prefix => $folder) {
        $file = '${LIBRARY}/' . $folder . str_replace('\\\\', '/', substr($class, strlen($prefix))) . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
        }
    }
});`;

/** Puts the library into a folder's `vendor`, without Composer. */
export const installForPhp = (folder: string): void => {
  mkdirSync(join(folder, 'vendor'));
  writeFileSync(join(folder, 'vendor', 'autoload.php'), AUTOLOAD);
};

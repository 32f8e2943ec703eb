// npm run demo -- [--clicks n] [--links n] [--seed n] [--url u --key k]: is short for npm run ops -- demo, beside a
// running product.
process.argv.splice(2, 0, 'demo');
await import('./ops.mjs');

export { Dispatcher } from './dispatcher';
export { type WebhooksOptions, runWebhooks } from './run-webhooks';
export { runWebhooksChild, type StartWebhooks } from './start-webhooks';

/** Receivers that verify what comes, as the guide of webhooks has them: a spec compares them. */
export const RECEIVERS = [
  [
    'typescript',
    'TypeScript',
    String.raw`import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { unwrap } from '@waymark/client';

const secret = process.env.WAYMARK_WEBHOOK_SECRET!;

createServer(async (request, response) => {
  const event = await unwrap(await buffer(request), request.headers, secret).catch(() => undefined);
  if (event) console.log(event.created_at, event.type);
  response.writeHead(event ? 204 : 400).end();
}).listen(4000, '127.0.0.1');`,
  ],
  [
    'python',
    'Python',
    String.raw`import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from waymark import SignatureError, unwrap

SECRET = os.environ["WAYMARK_WEBHOOK_SECRET"]


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = unwrap(body, dict(self.headers), SECRET)
        except SignatureError:
            return self.answer(400)
        print(event.created_at, event.type)
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.end_headers()


HTTPServer(("127.0.0.1", 4000), Receiver).serve_forever()`,
  ],
  [
    'go',
    'Go',
    String.raw`secret := os.Getenv("WAYMARK_WEBHOOK_SECRET")
http.HandleFunc("POST /", func(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	var event waymark.WebhookEvent
	if err == nil {
		err = waymark.Unwrap(body, r.Header, secret, time.Now(), &event)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	fmt.Println(event.CreatedAt, event.Type)
	w.WriteHeader(http.StatusNoContent)
})
return http.ListenAndServe("127.0.0.1:4000", nil)`,
  ],
  [
    'php',
    'PHP',
    String.raw`<?php // php -S 127.0.0.1:4000 receiver.php

require 'vendor/autoload.php';

use Waymark\Exception\SignatureException;
use Waymark\Webhook;

try {
    $event = Webhook::unwrap(file_get_contents('php://input'), getallheaders(), getenv('WAYMARK_WEBHOOK_SECRET'));
    error_log("$event->created_at $event->type");
    http_response_code(204);
} catch (SignatureException) {
    http_response_code(400);
}`,
  ],
] as const;

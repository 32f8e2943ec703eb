import { Module } from '@nestjs/common';
import { ApiKeysModule } from './api-keys/api-keys.module';
import { AuthModule } from './auth/auth.module';
import { RequestAuthorization } from './authorization';
import { IdempotencySecrets } from './idempotency-secrets';

@Module({
  imports: [ApiKeysModule, AuthModule],
  providers: [RequestAuthorization, IdempotencySecrets],
  exports: [RequestAuthorization],
})
export class AuthorizationModule {}

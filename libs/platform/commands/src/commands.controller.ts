import { Controller, type Type } from '@nestjs/common';
import { Ctx, EventPattern, type KafkaContext } from '@nestjs/microservices';
import { CommandHandling } from './command-handling';

/** The one controller of a write service: each message of its topic is a command. */
export const commandsController = (topic: string): Type<unknown> => {
  @Controller()
  class CommandsController {
    constructor(private readonly handling: CommandHandling) {}

    // An event to Nest and not a request: it would send the answer itself, after the offset may have been committed.
    @EventPattern<string>(topic)
    async handle(@Ctx() context: KafkaContext): Promise<void> {
      const { value, headers } = context.getMessage();
      await this.handling.handle({ value, headers: headers ?? {} });
    }
  }
  return CommandsController;
};

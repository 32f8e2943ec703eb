export { AddressRefused, createMailer, type Mail, type Mailer, type MailerOptions } from './mailer';

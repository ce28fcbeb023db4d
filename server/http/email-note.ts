import { say } from '#shared/errors/sentence.ts';
import type { Services } from '../services.ts';
import type { RequestContext } from './handler.ts';

/** What people read after they had an email sent: whether it is sent, or why not. */
export const emailNote = (services: Services, context: RequestContext): string =>
	context.tell(
		services.mailer.canSend
			? say`The email is on its way.`
			: say`Email isn’t set up on this site, so no email was sent.`,
	);

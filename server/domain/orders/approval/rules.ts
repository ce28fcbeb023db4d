import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';

/** Refuses what is only for orders that need no approval or have it. @throws `order-awaits-approval` */
export function refuseAwaiting(status: string): void {
	if (status === 'awaiting_approval')
		throw ruleViolation('order-awaits-approval', message`The organiser hasn’t approved this order yet.`);
}

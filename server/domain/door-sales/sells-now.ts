import type { EventStock } from '#server/domain/tickets/stock.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';

type Sold = Pick<EventStock, 'status' | 'endsAtMs'>;

/** Whether an event sells at the door: it is published and not over. */
export const sellsNow = (stock: Sold, nowMs: number): boolean =>
	stock.status === 'published' && nowMs < stock.endsAtMs;

/** @throws `event-over`, `event-not-open` */
export function refuseUnlessSelling(stock: Sold, nowMs: number): void {
	if (nowMs >= stock.endsAtMs)
		throw ruleViolation('event-over', message`This event is over, so tickets are no longer sold.`);
	if (stock.status !== 'published')
		throw ruleViolation(
			'event-not-open',
			message`This event isn’t on sale. Ask its organiser to publish it.`,
		);
}

import { type AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { covers } from '#shared/rules/pricing/codes.ts';
import type { OfferedCode } from './offered-code.ts';

/** Why a code is refused. Unknown, ended and used-up codes are all `unknown`, so that existing codes can't be guessed. */
export type CodeRefusal =
	| 'unknown'
	| 'not-yet'
	| 'other-tickets'
	| 'min-quantity'
	| 'max-quantity'
	| 'budget-short'
	| 'used-by-you';

const refuse = (
	reason: CodeRefusal,
	text: TranslatableMessage,
	more: Record<string, unknown> = {},
): AppError => ruleViolation('code-refused', text, { reason, ...more });

/** Why a code cannot be used at all at an instant; null: it can. */
export function codeProblem(code: OfferedCode | null, nowMs: number): AppError | null {
	const isOver =
		!code ||
		(code.endsAtMs !== null && code.endsAtMs <= nowMs) ||
		(code.uses !== null && code.used >= code.uses) ||
		(code.budgetMinor !== null && code.savedMinor >= code.budgetMinor);
	if (isOver) return refuse('unknown', message`This code isn’t valid. Check the spelling.`);
	if (code.startsAtMs !== null && code.startsAtMs > nowMs) {
		const startsAt = new Date(code.startsAtMs).toISOString();
		return refuse('not-yet', message`This code can’t be used yet.`, { startsAt });
	}
	return null;
}

/** Why a usable code does not apply to the tickets of an order; null: nothing. */
export function cartProblem(
	code: OfferedCode,
	items: readonly { ticketTypeId: string; quantity: number }[],
	types: ReadonlyMap<string, Parameters<typeof covers>[1]>,
): AppError | null {
	const covered = items.reduce((sum, { ticketTypeId, quantity }) => {
		const type = types.get(ticketTypeId);
		return type && covers(code, type) ? sum + quantity : sum;
	}, 0);
	const { minQuantity, maxQuantity } = code;
	if (covered === 0) return refuse('other-tickets', message`This code is for other tickets.`);
	if (covered < minQuantity)
		return refuse('min-quantity', message`This code needs at least ${minQuantity} tickets.`, { minQuantity });
	if (maxQuantity !== null && covered > maxQuantity)
		return refuse(
			'max-quantity',
			maxQuantity === 1
				? message`This code is for 1 ticket per order.`
				: message`This code is for at most ${maxQuantity} tickets per order.`,
			{ maxQuantity },
		);
	return null;
}

/** The budget must cover the discount of the order. */
export function budgetProblem(code: OfferedCode, savedMinor: number): AppError | null {
	if (code.budgetMinor === null || code.savedMinor + savedMinor <= code.budgetMinor) return null;
	return refuse('budget-short', message`This code no longer covers this many tickets. Choose fewer.`);
}

/** How many orders of the same buyer may use it. */
export function buyerProblem(code: OfferedCode, usesOfBuyer: number): AppError | null {
	if (code.usesPerBuyer === null || usesOfBuyer < code.usesPerBuyer) return null;
	return refuse('used-by-you', message`You have already used this code.`);
}

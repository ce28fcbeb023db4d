import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import { isDonated } from '#shared/rules/order-lines.ts';
import { owedMinor } from '#shared/rules/order-money-state.ts';
import { allocate, share } from '#shared/rules/pricing/money.ts';
import { isGiftLine, isOfTicketLine, type RefundableTicket } from '#shared/rules/ticket-prices.ts';
import { post, readBalance } from '../ledger/post.ts';
import { listPayments } from '../payments/queries.ts';
import { correctGiftReceipt } from './documents/gift-receipts.ts';
import { creditRefund } from './documents/issue-documents.ts';
import { writeLines } from './order-lines.ts';
import type { OrderLine, OrderRecord } from './order-record.ts';
import { transfersOf } from './sale-entries.ts';

/**
 * What the books owe the buyer and no refund returns: what was sold was taken back with a refund that failed, or nothing was sold for the
 * money, which came too late.
 */
export async function readOwed(tx: Tx, order: OrderRecord): Promise<number> {
	const scope = { organisationId: order.organisationId, subjectId: order.id };
	const { balanceMinor } = await readBalance(tx, scope);
	const refunding = (await listPayments(tx, scope)).reduce((sum, payment) => sum + payment.refundingMinor, 0);
	return owedMinor({ dueMinor: balanceMinor, refundingMinor: refunding });
}

/** What a refund is for; without anything, for what was sold as a whole. */
export interface RefundedParts {
	/** The refund of each ticket. */
	tickets?: readonly RefundableTicket[];
	gift?: boolean;
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** The rest of the lines of one kind, rate, ticket type and tier. */
interface LineGroup {
	line: OrderLine;
	grossMinor: number;
	taxMinor: number;
}

/**
 * The sources of a refunded amount, first to last, with the maximum of each: of each line what its refunded tickets get back, the gift
 * when it is refunded, then the rest of these types, other tickets, and the gift. So a refund of tickets leaves the gift beside them, as long
 * as the tickets cost that much, and takes back what of their own price was a gift.
 */
function ranksOf(order: OrderRecord, parts: RefundedParts): { groups: LineGroup[]; mostMinor: number }[] {
	const groups = [
		...Map.groupBy(
			order.lines,
			(line) => `${line.kind} ${line.taxBasisPoints} ${line.ticketTypeId} ${line.tierName}`,
		).values(),
	].map((lines) => ({
		line: lines[0] as OrderLine,
		grossMinor: sum(lines.map((line) => line.grossMinor)),
		taxMinor: sum(lines.map((line) => line.taxMinor)),
	}));
	const byLine = Map.groupBy(parts.tickets ?? [], (one) => `${one.ticketTypeId} ${one.tierName}`);
	const refundedTypes = new Set((parts.tickets ?? []).map((one) => one.ticketTypeId));
	const isGift = ({ line }: LineGroup) => isGiftLine(line);
	const isRefunded = ({ line }: LineGroup) => refundedTypes.has(line.ticketTypeId ?? '');
	const all = (some: LineGroup[]) => ({ groups: some, mostMinor: Number.POSITIVE_INFINITY });
	return [
		...[...byLine.values()].map((tickets) => ({
			groups: groups.filter(({ line }) => isOfTicketLine(line, tickets[0] as RefundableTicket)),
			mostMinor: sum(tickets.map((one) => one.minor)),
		})),
		...(parts.gift ? [all(groups.filter(isGift))] : []),
		all(groups.filter(isRefunded)),
		all(groups.filter((group) => !isGift(group) && !isRefunded(group))),
		all(groups.filter(isGift)),
	];
}

/** The lines that take an amount back, over kinds and rates in proportion to what is left of each. */
function linesBack(order: OrderRecord, amountMinor: number, of: RefundedParts): OrderLine[] {
	let number = Math.max(...order.lines.map((line) => line.line)) + 1;
	let leftMinor = amountMinor;
	const lines: OrderLine[] = [];
	for (const { groups, mostMinor } of ranksOf(order, of)) {
		const weights = groups.map((group) => group.grossMinor);
		const parts = allocate(Math.min(leftMinor, mostMinor, sum(weights)), weights);
		for (const [index, group] of groups.entries()) {
			const part = parts[index] as number;
			if (part === 0) continue;
			const { line } = group;
			leftMinor -= part;
			// The tax of the part: what is left of the line's tax goes with what is left of the line.
			const tax = share(group.taxMinor, part, group.grossMinor);
			// A later rank may take more of it.
			group.grossMinor -= part;
			group.taxMinor -= tax;
			lines.push({
				...line,
				line: number++,
				quantity: 0,
				unitMinor: 0,
				attendeeId: null,
				grossMinor: -part,
				taxMinor: -tax,
				netMinor: tax - part,
			});
		}
	}
	return lines;
}

/**
 * Takes an amount back out of what was sold: out of what is refunded, then of other tickets, then of the gift. An invoice gets its credit
 * note. The caller holds the payments of the order.
 */
export async function takeBack(
	services: Services,
	tx: Tx,
	order: OrderRecord,
	how: { amountMinor: number; sourceId: string; userId: string | null; of?: RefundedParts },
): Promise<void> {
	const lines = linesBack(order, how.amountMinor, how.of ?? {});
	const scope = { organisationId: order.organisationId, eventId: order.eventId };
	await writeLines(tx, { ...scope, orderId: order.id }, lines);
	await post(tx, [
		{
			...scope,
			subjectId: order.id,
			sourceKind: 'order_cancelled',
			sourceId: how.sourceId,
			currency: order.currency,
			madeBy: how.userId,
			transfers: transfersOf(lines),
		},
	]);
	await creditRefund(services, tx, order, lines);
	await correctGiftReceipt(services, tx, order, lines);
	if (lines.some(isDonated)) {
		const fact = { name: 'orders.gifts-returned' as const, payload: { orderId: order.id } };
		await services.facts.publish(tx, { ...fact, ...scope }, services);
	}
}

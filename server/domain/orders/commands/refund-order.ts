import { sql } from 'drizzle-orm';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { owedMinor, ticketsPaidMinor } from '#shared/rules/order-money-state.ts';
import { allocate, share } from '#shared/rules/pricing/money.ts';
import type { Tx } from '../../../db/client.ts';
import { arrayRows, bindStatement } from '../../../db/statement.ts';
import type { Services } from '../../../services.ts';
import { post, readBalance } from '../../ledger/post.ts';
import { listPayments } from '../../payments/queries.ts';
import { requestRefund } from '../../payments/refund.ts';
import { getOrder, type OrderLine, type OrderRecord, type OrderScope } from '../order-record.ts';
import { transfersOf } from '../sale-entries.ts';
import { cancelOrder } from './cancel-order.ts';

export interface RefundInput {
	/** Without it and without tickets: all that was paid and not yet refunded. */
	amountMinor?: number | undefined;
	attendeeIds?: readonly string[] | undefined;
	reason: string;
	isCancelling: boolean;
	userId: string;
}

/**
 * Refunds an amount, tickets or the rest of an order: takes what was sold back in lines and books, requests the refund of its payments, and
 * cancels the tickets when asked to, all in one transaction. The provider is asked by the worker.
 * @throws `more-than-paid`, `nothing-to-refund`, not-found for a ticket of another order
 */
export async function refundOrder(services: Services, scope: OrderScope, input: RefundInput): Promise<void> {
	await services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		await unit.transaction(async (tx) => {
			// Payments before orders, as everybody holds them.
			await tx.execute(sql`
				SELECT FROM payments WHERE organisation_id = ${scope.organisationId} AND subject_id = ${scope.orderId}
				ORDER BY id FOR UPDATE`);
			const order = await getOrder(inUnit, scope);
			const paid = (await listPayments(tx, { organisationId: scope.organisationId, subjectId: order.id }))
				.filter((payment) => payment.state === 'succeeded')
				.map((payment) => ({
					payment,
					leftMinor:
						payment.capturedMinor - payment.refundedMinor - payment.refundingMinor - payment.contestedMinor,
				}));
			const refundableMinor = paid.reduce((sum, one) => sum + one.leftMinor, 0);
			const amountMinor = amountOf(order, input, refundableMinor);
			if (amountMinor <= 0)
				throw ruleViolation('nothing-to-refund', message`There is nothing left to refund.`);
			if (amountMinor > refundableMinor)
				throw ruleViolation('more-than-paid', message`This is more than was paid and not yet refunded.`, {
					refundableMinor,
				});
			const soldMinor = amountMinor - (await readOwed(tx, order));
			let leftMinor = amountMinor;
			let firstId: string | undefined;
			for (const { payment, leftMinor: available } of paid.reverse()) {
				const part = Math.min(leftMinor, available);
				if (part <= 0) continue;
				const refund = await requestRefund(inUnit, tx, {
					organisationId: scope.organisationId,
					paymentId: payment.id,
					amountMinor: part,
					reason: 'organiser',
					note: input.reason,
					requestedBy: input.userId,
				});
				firstId ??= refund.id;
				leftMinor -= part;
			}
			if (soldMinor > 0)
				await takeBack(tx, order, {
					amountMinor: soldMinor,
					sourceId: firstId as string,
					userId: input.userId,
				});
		});
		if (!input.isCancelling) return;
		if (!input.attendeeIds) await cancelOrder(inUnit, scope, { notify: true });
		for (const attendeeId of input.attendeeIds ?? [])
			await cancelOrder(inUnit, scope, { attendeeId, notify: true, notifiesAttendee: true });
	});
}

/**
 * What the books owe the buyer and no refund returns: what was sold was taken back with a refund that failed, or nothing was sold for the
 * money, which came too late.
 */
async function readOwed(tx: Tx, order: OrderRecord): Promise<number> {
	const scope = { organisationId: order.organisationId, subjectId: order.id };
	const { balanceMinor } = await readBalance(tx, scope);
	const refunding = (await listPayments(tx, scope)).reduce((sum, payment) => sum + payment.refundingMinor, 0);
	return owedMinor({ dueMinor: balanceMinor, refundingMinor: refunding });
}

/** The amount that is asked for: given, of tickets, or all that is left. */
function amountOf(order: OrderRecord, input: RefundInput, refundableMinor: number): number {
	if (input.amountMinor !== undefined) return input.amountMinor;
	if (!input.attendeeIds) return refundableMinor;
	const ids = [...new Set(input.attendeeIds)];
	const byType = Map.groupBy(ids, (id) => {
		const attendee = order.attendees.find((one) => one.id === id);
		if (!attendee) throw notFound('Attendee');
		return attendee.ticketTypeId;
	});
	let sum = 0;
	for (const [ticketTypeId, chosen] of byType) {
		sum += ticketsPaidMinor(order, ticketTypeId, chosen.length);
	}
	return Math.min(sum, refundableMinor);
}

const lineRows = arrayRows<OrderLine>(4, 'l', [
	['line', 'int', (line) => line.line],
	['kind', 'code', (line) => line.kind],
	['ticket_type_id', 'uuid', (line) => line.ticketTypeId],
	['quantity', 'int', (line) => line.quantity],
	['unit_minor', 'bigint', (line) => line.unitMinor],
	['net_minor', 'bigint', (line) => line.netMinor],
	['tax_minor', 'bigint', (line) => line.taxMinor],
	['gross_minor', 'bigint', (line) => line.grossMinor],
	['tax_basis_points', 'int', (line) => line.taxBasisPoints],
]);

const insertLines = {
	name: 'orders.insert-lines',
	text: `
INSERT INTO order_lines (organisation_id, event_id, order_id, line, kind, ticket_type_id, quantity, unit_minor, net_minor, tax_minor,
	gross_minor, tax_basis_points)
SELECT $1::uuid, $2::uuid, $3::uuid, l.* FROM ${lineRows.from}`,
};

/** Takes an amount back out of what was sold, over its kinds and rates in proportion to what is left of each. */
async function takeBack(
	tx: Tx,
	order: OrderRecord,
	how: { amountMinor: number; sourceId: string; userId: string },
): Promise<void> {
	const groups = [
		...Map.groupBy(
			order.lines,
			(line) => `${line.kind} ${line.taxBasisPoints} ${line.ticketTypeId}`,
		).values(),
	].map((lines) => ({
		line: lines[0] as OrderLine,
		grossMinor: lines.reduce((sum, one) => sum + one.grossMinor, 0),
		taxMinor: lines.reduce((sum, one) => sum + one.taxMinor, 0),
	}));
	const parts = allocate(
		how.amountMinor,
		groups.map((group) => group.grossMinor),
	);
	let number = Math.max(...order.lines.map((line) => line.line)) + 1;
	const lines: OrderLine[] = [];
	for (const [index, { line, grossMinor, taxMinor }] of groups.entries()) {
		const part = parts[index] as number;
		if (part === 0) continue;
		// The tax of the part: what is left of the line's tax goes with what is left of the line.
		const tax = share(taxMinor, part, grossMinor);
		lines.push({
			...line,
			line: number++,
			quantity: 0,
			unitMinor: 0,
			grossMinor: -part,
			taxMinor: -tax,
			netMinor: tax - part,
		});
	}
	const scope = { organisationId: order.organisationId, eventId: order.eventId };
	await tx.execute(
		bindStatement(insertLines, [scope.organisationId, scope.eventId, order.id, ...lineRows.values(lines)]),
	);
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
}

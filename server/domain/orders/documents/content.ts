import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { DocumentContent, DocumentLine } from '#server/domain/documents/content.ts';
import type { NewDocument } from '#server/domain/documents/issue.ts';
import type { EventWithOrganiser } from '#server/domain/events/event-rows.ts';
import type { PaymentRow } from '#server/domain/payments/payment-record.ts';
import { getOrganisationSettings } from '#server/domain/settings/queries.ts';
import { translateFor } from '#server/platform/messages.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { OrderLine, OrderRecord } from '../order-record.ts';

/** Names of the ticket types of these lines. */
async function namesOf(
	tx: Tx,
	order: OrderRecord,
	lines: readonly OrderLine[],
): Promise<Map<string, string>> {
	const ids = [...new Set(lines.flatMap(({ ticketTypeId }) => ticketTypeId ?? []))];
	const { rows } = await tx.execute<{ id: string; name: string }>(sql`
		SELECT id, name FROM ticket_types
		WHERE organisation_id = ${order.organisationId} AND id = ANY(${plainArray(ids)}::uuid[])`);
	return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Lines of an order as a document says them, in the buyer's language. */
export async function documentLines(
	tx: Tx,
	order: OrderRecord,
	lines: readonly OrderLine[],
): Promise<DocumentLine[]> {
	const names = await namesOf(tx, order, lines);
	const translate = translateFor(order.locale);
	return lines.map((line) => {
		const { quantity, unitMinor, netMinor, taxMinor, grossMinor, taxBasisPoints } = line;
		const ownNames = {
			service_fee: message`Service fee`,
			gift: message`Donation`,
			cover: message`Card fees paid by the donor`,
			ticket: null,
			add_on: null,
			surplus: null,
		};
		const own = line.kind === 'gift' && line.ticketTypeId !== null ? null : ownNames[line.kind];
		const ticket = names.get(line.ticketTypeId ?? '') ?? '';
		const tiered = line.tierName ? `${ticket} (${line.tierName})` : ticket;
		const sold = line.kind === 'surplus' ? translate(message`Donation in the price of ${tiered}`) : tiered;
		const name = own ? translate(own) : sold;
		const text = grossMinor < 0 ? translate(message`Refund: ${name}`) : name;
		return { text, quantity, unitMinor, netMinor, taxMinor, grossMinor, taxBasisPoints };
	});
}

/** What a document about an order says beside its lines. */
export async function documentBase(
	tx: Tx,
	{ order, event, payments }: { order: OrderRecord; event: EventWithOrganiser; payments: PaymentRow[] },
): Promise<
	Pick<NewDocument, 'organisationId' | 'eventId' | 'subjectId' | 'language' | 'currency'> & {
		content: Omit<DocumentContent, 'taxes' | 'lines' | 'corrects'>;
	}
> {
	const seller = await getOrganisationSettings(tx, order.organisationId);
	const received = payments.filter((payment) => payment.state === 'succeeded');
	return {
		organisationId: order.organisationId,
		eventId: order.eventId,
		subjectId: order.id,
		language: order.locale,
		currency: order.currency,
		content: {
			seller: {
				name: seller.legalName || seller.name,
				address: seller.address,
				countryCode: seller.countryCode,
				taxNumber: seller.taxNumber,
			},
			subject: {
				title: event.title,
				startsAt: event.startsAt.toISOString(),
				timeZone: event.timeZone,
				place: [event.venueName, event.city].filter(Boolean).join(', '),
				reference: order.code,
			},
			payments: received.map(({ method, capturedMinor, settledAt, createdAt }) => ({
				method,
				amountMinor: capturedMinor,
				paidAt: (settledAt ?? createdAt).toISOString(),
			})),
			note: seller.taxNote,
			isTest: received.some(({ gateway }) => gateway === 'test'),
		},
	};
}

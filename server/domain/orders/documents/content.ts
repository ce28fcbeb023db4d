import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { type DocumentContent, type DocumentLine, onlyFilled } from '#server/domain/documents/content.ts';
import type { NewDocument } from '#server/domain/documents/issue.ts';
import type { EventWithOrganiser } from '#server/domain/events/event-rows.ts';
import { paidByTestCard } from '#server/domain/gift-cards/test-cards.ts';
import type { PaymentRow } from '#server/domain/payments/payment-record.ts';
import { getOrganisationSettings } from '#server/domain/settings/queries.ts';
import { translateFor } from '#server/platform/messages.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { missingParticulars, type Particular } from '#shared/rules/particulars.ts';
import type { TaxReason } from '#shared/rules/tax-reasons.ts';
import type { OrderLine, OrderRecord } from '../order-record.ts';

interface LineType {
	name: string;
	taxReason: TaxReason | null;
}

/** Descriptions of these lines’ ticket types for documents. */
async function typesOf(
	tx: DbOrTx,
	order: OrderRecord,
	lines: readonly OrderLine[],
): Promise<Map<string, LineType>> {
	const ids = [...new Set(lines.flatMap(({ ticketTypeId }) => ticketTypeId ?? []))];
	const { rows } = await tx.execute<LineType & { id: string }>(sql`
		SELECT id, name, tax_reason AS "taxReason" FROM ticket_types
		WHERE organisation_id = ${order.organisationId} AND id = ANY(${plainArray(ids)}::uuid[])`);
	return new Map(rows.map((row) => [row.id, row]));
}

/** Whether a line is of something that is sold without tax: a gift is not sold. */
const isUntaxed = ({ kind, taxBasisPoints, grossMinor }: OrderLine) =>
	(kind === 'ticket' || kind === 'add_on' || kind === 'service_fee') &&
	taxBasisPoints === 0 &&
	grossMinor !== 0;

const isGift = ({ kind }: OrderLine) => kind === 'gift' || kind === 'surplus' || kind === 'cover';

/** Lines of an order as a document says them, in the buyer's language. */
export async function documentLines(
	tx: DbOrTx,
	order: OrderRecord,
	lines: readonly OrderLine[],
): Promise<DocumentLine[]> {
	const types = await typesOf(tx, order, lines);
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
		const type = types.get(line.ticketTypeId ?? '');
		const ticket = type?.name ?? '';
		const tiered = line.tierName ? `${ticket} (${line.tierName})` : ticket;
		const sold = line.kind === 'surplus' ? translate(message`Donation in the price of ${tiered}`) : tiered;
		const name = own ? translate(own) : sold;
		const text =
			quantity < 0
				? translate(message`Changed: ${name}`)
				: grossMinor < 0
					? translate(message`Refund: ${name}`)
					: quantity === 0
						? translate(message`Fee for changing: ${name}`)
						: name;
		const taxReason = isUntaxed(line) && type?.taxReason ? { taxReason: type.taxReason } : {};
		const gift = isGift(line) && taxBasisPoints === 0 ? { isGift: true } : {};
		return {
			text,
			quantity,
			unitMinor,
			netMinor,
			taxMinor,
			grossMinor,
			taxBasisPoints,
			...taxReason,
			...gift,
		};
	});
}

/** Who an organisation is on its documents, and its words on taxes. */
export async function readSeller(
	db: DbOrTx,
	organisationId: string,
): Promise<Pick<DocumentContent, 'seller' | 'note'>> {
	const { legalName, name, address, countryCode, taxNumber, taxNote, ...more } =
		await getOrganisationSettings(db, organisationId);
	const { postcode, city, invoiceContact: contactName, invoicePhone: phone, invoiceEmail, replyTo } = more;
	const forEInvoices = onlyFilled({ postcode, city, contactName, phone, email: invoiceEmail || replyTo });
	return {
		seller: { name: legalName || name, address, countryCode, taxNumber, ...forEInvoices },
		note: taxNote,
	};
}

/** Missing details before a receipt or invoice over lines can be issued. @param said the same lines as the document says them */
export function missingOn(
	kind: 'receipt' | 'invoice',
	{ seller, note }: Pick<DocumentContent, 'seller' | 'note'>,
	lines: readonly OrderLine[],
	said: readonly DocumentLine[],
): Particular[] {
	const untaxed = lines.flatMap((line, index) => (isUntaxed(line) ? [said[index]?.taxReason] : []));
	const about = {
		countryCode: seller.countryCode,
		isTaxed: lines.some(({ taxMinor }) => taxMinor !== 0),
		isUntaxed: untaxed.length > 0,
	};
	// The words on taxes say it for all lines.
	const taxReason = untaxed.every(Boolean) ? 'said' : note;
	return missingParticulars(kind, about, { ...seller, taxReason });
}

/** The payments that a document names: without gift cards that were removed before the order was paid. */
function receivedOf(payments: readonly PaymentRow[], { totalMinor }: OrderRecord): PaymentRow[] {
	const received = payments.filter((payment) => payment.state === 'succeeded');
	const isMore = received.reduce((sum, { capturedMinor }) => sum + capturedMinor, 0) > totalMinor;
	return received.filter(
		({ method, capturedMinor, refundedMinor }) =>
			!(isMore && method === 'gift_card' && refundedMinor === capturedMinor),
	);
}

/** What a document about an order says beside its lines. */
export async function documentBase(
	tx: DbOrTx,
	{ order, event, payments }: { order: OrderRecord; event: EventWithOrganiser; payments: PaymentRow[] },
): Promise<
	Pick<NewDocument, 'organisationId' | 'eventId' | 'subjectId' | 'language' | 'currency'> & {
		content: Omit<DocumentContent, 'taxes' | 'lines' | 'corrects'>;
	}
> {
	const { seller, note } = await readSeller(tx, order.organisationId);
	const received = receivedOf(payments, order);
	return {
		organisationId: order.organisationId,
		eventId: order.eventId,
		subjectId: order.id,
		language: order.locale,
		currency: order.currency,
		content: {
			seller,
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
			note,
			isTest:
				received.some(({ gateway }) => gateway === 'test') ||
				(await paidByTestCard(tx, order.organisationId, received)),
		},
	};
}

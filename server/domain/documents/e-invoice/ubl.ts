import type { EInvoice, EInvoiceLine, EInvoiceParty, EInvoiceTax } from './model.ts';
import { decimal, percent, piece, profiles } from './numbers.ts';
import { field, group, xmlDocument } from './xml.ts';

const schema = 'urn:oasis:names:specification:ubl:schema:xsd';
const parts = {
	'xmlns:cac': `${schema}:CommonAggregateComponents-2`,
	'xmlns:cbc': `${schema}:CommonBasicComponents-2`,
};

/** An e-invoice in UBL 2.1: an Invoice, or a CreditNote. */
export const writeUbl = (invoice: EInvoice): string => write(invoice, profiles.core);

/** An e-invoice as XRechnung 3.0, in UBL. */
export const writeXrechnung = (invoice: EInvoice): string => write(invoice, profiles.xrechnung);

function write(invoice: EInvoice, profile: string): string {
	const root = invoice.isCreditNote ? 'CreditNote' : 'Invoice';
	const { delivery, corrects } = invoice;
	return xmlDocument(
		root,
		{ xmlns: `${schema}:${root}-2`, ...parts },
		field('cbc:CustomizationID', profile),
		field('cbc:ProfileID', profiles.process),
		field('cbc:ID', invoice.number),
		field('cbc:IssueDate', invoice.issuedOn),
		invoice.isCreditNote ? field('cbc:CreditNoteTypeCode', '381') : field('cbc:InvoiceTypeCode', '380'),
		...invoice.notes.map((note) => field('cbc:Note', note)),
		field('cbc:DocumentCurrencyCode', invoice.currency),
		field('cbc:BuyerReference', invoice.buyerReference),
		'from' in delivery
			? group('cac:InvoicePeriod', field('cbc:StartDate', delivery.from), field('cbc:EndDate', delivery.to))
			: '',
		corrects
			? group(
					'cac:BillingReference',
					group(
						'cac:InvoiceDocumentReference',
						field('cbc:ID', corrects.number),
						field('cbc:IssueDate', corrects.issuedOn),
					),
				)
			: '',
		sellerParty(invoice.seller),
		buyerParty(invoice.buyer),
		'on' in delivery ? group('cac:Delivery', field('cbc:ActualDeliveryDate', delivery.on)) : '',
		group(
			'cac:PaymentMeans',
			field(
				'cbc:PaymentMeansCode',
				invoice.payment.code,
				invoice.payment.text === '' ? {} : { name: invoice.payment.text },
			),
		),
		group('cac:PaymentTerms', field('cbc:Note', invoice.terms)),
		...totals(invoice),
		...invoice.lines.map((line, index) => lineItem(line, index, invoice)),
	);
}

/** Without a VAT identifier a number of another kind identifies the seller (rule BR-CO-26). */
const sellerParty = (seller: EInvoiceParty) =>
	group(
		'cac:AccountingSupplierParty',
		party(seller, {
			identification: group('cac:PartyIdentification', field('cbc:ID', seller.otherId)),
			taxes: taxScheme(seller.vatId, 'VAT') + taxScheme(seller.otherId, 'FC'),
			registration: '',
		}),
	);

const buyerParty = (buyer: EInvoiceParty) =>
	group(
		'cac:AccountingCustomerParty',
		party(buyer, {
			identification: '',
			taxes: taxScheme(buyer.vatId, 'VAT'),
			registration: field('cbc:CompanyID', buyer.otherId),
		}),
	);

const taxScheme = (id: string, scheme: string) =>
	id === ''
		? ''
		: group(
				'cac:PartyTaxScheme',
				field('cbc:CompanyID', id),
				group('cac:TaxScheme', field('cbc:ID', scheme)),
			);

function party(
	{ contact, address, ...party }: EInvoiceParty,
	own: { identification: string; taxes: string; registration: string },
): string {
	const [one = '', two = '', ...more] = address;
	return group(
		'cac:Party',
		field('cbc:EndpointID', party.email, { schemeID: 'EM' }),
		own.identification,
		group(
			'cac:PostalAddress',
			field('cbc:StreetName', one),
			field('cbc:AdditionalStreetName', two),
			field('cbc:CityName', party.city),
			field('cbc:PostalZone', party.postcode),
			group('cac:AddressLine', field('cbc:Line', more.join(', '))),
			group('cac:Country', field('cbc:IdentificationCode', party.countryCode)),
		),
		own.taxes,
		group('cac:PartyLegalEntity', field('cbc:RegistrationName', party.name), own.registration),
		group(
			'cac:Contact',
			field('cbc:Name', contact.name),
			field('cbc:Telephone', contact.phone),
			field('cbc:ElectronicMail', contact.email),
		),
	);
}

function totals(invoice: EInvoice): string[] {
	const money = (name: string, minor: number) =>
		field(name, decimal(minor, invoice.currency), { currencyID: invoice.currency });
	return [
		group(
			'cac:TaxTotal',
			money('cbc:TaxAmount', invoice.taxMinor),
			...invoice.taxes.map((tax) =>
				group(
					'cac:TaxSubtotal',
					money('cbc:TaxableAmount', tax.netMinor),
					money('cbc:TaxAmount', tax.taxMinor),
					group(
						'cac:TaxCategory',
						field('cbc:ID', tax.category),
						field('cbc:Percent', percent(tax.basisPoints)),
						reasonOf(tax),
						vat,
					),
				),
			),
		),
		group(
			'cac:LegalMonetaryTotal',
			money('cbc:LineExtensionAmount', invoice.netMinor),
			money('cbc:TaxExclusiveAmount', invoice.netMinor),
			money('cbc:TaxInclusiveAmount', invoice.grossMinor),
			money('cbc:PrepaidAmount', invoice.paidMinor),
			money('cbc:PayableAmount', invoice.dueMinor),
		),
	];
}

const vat = group('cac:TaxScheme', field('cbc:ID', 'VAT'));
const reasonOf = (tax: EInvoiceTax) =>
	field('cbc:TaxExemptionReasonCode', tax.reasonCode) + field('cbc:TaxExemptionReason', tax.reason);

function lineItem(line: EInvoiceLine, index: number, { isCreditNote, currency }: EInvoice): string {
	const [name, quantity] = isCreditNote
		? ['cac:CreditNoteLine', 'cbc:CreditedQuantity']
		: ['cac:InvoiceLine', 'cbc:InvoicedQuantity'];
	const money = (tag: string, minor: number) =>
		field(tag, decimal(minor, currency), { currencyID: currency });
	return group(
		name as string,
		field('cbc:ID', String(index + 1)),
		field(quantity as string, String(line.quantity), { unitCode: piece }),
		money('cbc:LineExtensionAmount', line.netMinor),
		group(
			'cac:Item',
			field('cbc:Name', line.name),
			group(
				'cac:ClassifiedTaxCategory',
				field('cbc:ID', line.category),
				line.category === 'O' ? '' : field('cbc:Percent', percent(line.basisPoints)),
				vat,
			),
		),
		group(
			'cac:Price',
			money('cbc:PriceAmount', Math.abs(line.netMinor)),
			field('cbc:BaseQuantity', String(Math.abs(line.quantity)), { unitCode: piece }),
		),
	);
}

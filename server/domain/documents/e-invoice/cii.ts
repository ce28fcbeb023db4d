import type { EInvoice, EInvoiceLine, EInvoiceParty, EInvoiceTax } from './model.ts';
import { decimal, percent, piece, profiles } from './numbers.ts';
import { field, group, xmlDocument } from './xml.ts';

const namespaces = {
	'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
	'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
	'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
	'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

/** An e-invoice in the Cross Industry Invoice of UN/CEFACT (D16B), profile EN 16931; the same file is in a Factur-X or ZUGFeRD PDF. */
export function writeCii(invoice: EInvoice): string {
	return xmlDocument(
		'rsm:CrossIndustryInvoice',
		namespaces,
		group(
			'rsm:ExchangedDocumentContext',
			group('ram:GuidelineSpecifiedDocumentContextParameter', field('ram:ID', profiles.core)),
		),
		group(
			'rsm:ExchangedDocument',
			field('ram:ID', invoice.number),
			field('ram:TypeCode', invoice.isCreditNote ? '381' : '380'),
			group('ram:IssueDateTime', day('udt:DateTimeString', invoice.issuedOn)),
			...invoice.notes.map((note) => group('ram:IncludedNote', field('ram:Content', note))),
		),
		group(
			'rsm:SupplyChainTradeTransaction',
			...invoice.lines.map((line, index) => lineItem(line, index, invoice.currency)),
			group(
				'ram:ApplicableHeaderTradeAgreement',
				field('ram:BuyerReference', invoice.buyerReference),
				sellerParty(invoice.seller),
				buyerParty(invoice.buyer),
			),
			'on' in invoice.delivery
				? group(
						'ram:ApplicableHeaderTradeDelivery',
						group(
							'ram:ActualDeliverySupplyChainEvent',
							group('ram:OccurrenceDateTime', day('udt:DateTimeString', invoice.delivery.on)),
						),
					)
				: '<ram:ApplicableHeaderTradeDelivery/>',
			settlement(invoice),
		),
	);
}

const day = (name: string, date: string) => field(name, date.replaceAll('-', ''), { format: '102' });

function lineItem(line: EInvoiceLine, index: number, currency: string): string {
	return group(
		'ram:IncludedSupplyChainTradeLineItem',
		group('ram:AssociatedDocumentLineDocument', field('ram:LineID', String(index + 1))),
		group('ram:SpecifiedTradeProduct', field('ram:Name', line.name)),
		group(
			'ram:SpecifiedLineTradeAgreement',
			group(
				'ram:NetPriceProductTradePrice',
				field('ram:ChargeAmount', decimal(Math.abs(line.netMinor), currency)),
				field('ram:BasisQuantity', String(Math.abs(line.quantity)), { unitCode: piece }),
			),
		),
		group(
			'ram:SpecifiedLineTradeDelivery',
			field('ram:BilledQuantity', String(line.quantity), { unitCode: piece }),
		),
		group(
			'ram:SpecifiedLineTradeSettlement',
			group(
				'ram:ApplicableTradeTax',
				field('ram:TypeCode', 'VAT'),
				field('ram:CategoryCode', line.category),
				line.category === 'O' ? '' : field('ram:RateApplicablePercent', percent(line.basisPoints)),
			),
			group(
				'ram:SpecifiedTradeSettlementLineMonetarySummation',
				field('ram:LineTotalAmount', decimal(line.netMinor, currency)),
			),
		),
	);
}

/** Without a VAT identifier a number of another kind identifies the seller (rule BR-CO-26). */
const sellerParty = (seller: EInvoiceParty) =>
	group(
		'ram:SellerTradeParty',
		field('ram:ID', seller.otherId),
		partyBody(seller),
		taxRegistration('FC', seller.otherId),
		taxRegistration('VA', seller.vatId),
	);

const buyerParty = (buyer: EInvoiceParty) =>
	group(
		'ram:BuyerTradeParty',
		partyBody(buyer, group('ram:SpecifiedLegalOrganization', field('ram:ID', buyer.otherId))),
		taxRegistration('VA', buyer.vatId),
	);

const taxRegistration = (schemeID: string, id: string) =>
	group('ram:SpecifiedTaxRegistration', field('ram:ID', id, { schemeID }));

function partyBody({ contact, address, ...party }: EInvoiceParty, registered = ''): string {
	const [one = '', two = '', ...more] = address;
	return [
		field('ram:Name', party.name),
		registered,
		group(
			'ram:DefinedTradeContact',
			field('ram:PersonName', contact.name),
			group('ram:TelephoneUniversalCommunication', field('ram:CompleteNumber', contact.phone)),
			group('ram:EmailURIUniversalCommunication', field('ram:URIID', contact.email)),
		),
		group(
			'ram:PostalTradeAddress',
			field('ram:PostcodeCode', party.postcode),
			field('ram:LineOne', one),
			field('ram:LineTwo', two),
			field('ram:LineThree', more.join(', ')),
			field('ram:CityName', party.city),
			field('ram:CountryID', party.countryCode),
		),
		group('ram:URIUniversalCommunication', field('ram:URIID', party.email, { schemeID: 'EM' })),
	].join('');
}

function settlement(invoice: EInvoice): string {
	const { currency, delivery, corrects } = invoice;
	const amount = (minor: number) => decimal(minor, currency);
	return group(
		'ram:ApplicableHeaderTradeSettlement',
		field('ram:InvoiceCurrencyCode', currency),
		group(
			'ram:SpecifiedTradeSettlementPaymentMeans',
			field('ram:TypeCode', invoice.payment.code),
			field('ram:Information', invoice.payment.text),
		),
		...invoice.taxes.map((tax) => tradeTax(tax, amount)),
		'from' in delivery
			? group(
					'ram:BillingSpecifiedPeriod',
					group('ram:StartDateTime', day('udt:DateTimeString', delivery.from)),
					group('ram:EndDateTime', day('udt:DateTimeString', delivery.to)),
				)
			: '',
		group('ram:SpecifiedTradePaymentTerms', field('ram:Description', invoice.terms)),
		group(
			'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
			field('ram:LineTotalAmount', amount(invoice.netMinor)),
			field('ram:TaxBasisTotalAmount', amount(invoice.netMinor)),
			field('ram:TaxTotalAmount', amount(invoice.taxMinor), { currencyID: currency }),
			field('ram:GrandTotalAmount', amount(invoice.grossMinor)),
			field('ram:TotalPrepaidAmount', amount(invoice.paidMinor)),
			field('ram:DuePayableAmount', amount(invoice.dueMinor)),
		),
		corrects
			? group(
					'ram:InvoiceReferencedDocument',
					field('ram:IssuerAssignedID', corrects.number),
					group('ram:FormattedIssueDateTime', day('qdt:DateTimeString', corrects.issuedOn)),
				)
			: '',
	);
}

const tradeTax = (tax: EInvoiceTax, amount: (minor: number) => string) =>
	group(
		'ram:ApplicableTradeTax',
		field('ram:CalculatedAmount', amount(tax.taxMinor)),
		field('ram:TypeCode', 'VAT'),
		field('ram:ExemptionReason', tax.reason),
		field('ram:BasisAmount', amount(tax.netMinor)),
		field('ram:CategoryCode', tax.category),
		field('ram:ExemptionReasonCode', tax.reasonCode),
		field('ram:RateApplicablePercent', percent(tax.basisPoints)),
	);

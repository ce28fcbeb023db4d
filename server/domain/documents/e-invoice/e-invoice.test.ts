import * as fc from 'fast-check';
import { XmlDocument, type XmlNode } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { invoiceDocument, lineOf } from '#tests/factories/invoice-documents.ts';
import { faultSeed } from '#tests/support/seed.ts';
import type { DocumentRow } from '../issue.ts';
import { writeEInvoice } from './file.ts';
import { eInvoiceOffer } from './needs.ts';
import { eInvoiceOf } from './of-document.ts';

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd';
const cii = 'urn:un:unece:uncefact:data:standard';
const namespaces = {
	cac: `${ubl}:CommonAggregateComponents-2`,
	cbc: `${ubl}:CommonBasicComponents-2`,
	rsm: `${cii}:CrossIndustryInvoice:100`,
	ram: `${cii}:ReusableAggregateBusinessInformationEntity:100`,
	udt: `${cii}:UnqualifiedDataType:100`,
};

/** Reads the XML of a document with another reader than the one it is written for. */
function reading<T>(xml: string | null, work: (at: (path: string) => string[]) => T): T {
	if (xml === null) throw new Error('no e-invoice');
	const document = XmlDocument.fromString(xml);
	try {
		return work((path) => document.root.find(path, namespaces).map((node: XmlNode) => node.content));
	} finally {
		document.dispose();
	}
}

/** Hundredths, exactly. */
const minor = (text: string | undefined) => {
	const [, sign = '', whole = '', digits = ''] = /^(-?)(\d+)(?:\.(\d{2}))?$/.exec(text ?? '') ?? [];
	if (whole === '') throw new Error(`not an amount: ${text}`);
	return Number(`${sign}${whole}${digits || '00'}`);
};
const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + minor(amount), 0);

const amounts = fc.integer({ min: -999_999, max: 9_999_999 });
const reasons = fc.constantFrom('small_business', 'exempt', 'reverse_charge', 'out_of_scope', undefined);
const lines = fc.array(
	fc
		.record({
			text: fc.string({ unit: 'binary', maxLength: 40 }),
			quantity: fc.integer({ min: -20, max: 200 }),
			gross: amounts,
			rate: fc.constantFrom(0, 500, 700, 1_900, 2_000, 887.5),
			reason: reasons,
			isGift: fc.boolean(),
		})
		.map(({ text, quantity, gross, rate, reason, isGift }) =>
			lineOf(text, quantity, gross, rate, {
				...(rate === 0 && reason && { taxReason: reason }),
				...(rate === 0 && isGift && { isGift }),
			}),
		),
	{ minLength: 1, maxLength: 12 },
);
const documents = fc
	.record({
		lines,
		kind: fc.constantFrom('invoice' as const, 'credit_note' as const),
		note: fc.string({ unit: 'grapheme', maxLength: 60 }),
		company: fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
		taxNumber: fc.constantFrom('DE123456789', '12/345/67890'),
		paid: fc.integer({ min: 0, max: 9_999_999 }),
	})
	.map(({ lines, kind, note, company, taxNumber, paid }) =>
		invoiceDocument({
			kind,
			lines,
			recipient: { company: `Co ${company}`, vatNumber: 'DE987654321' },
			content: {
				note,
				seller: { ...invoiceDocument().content.seller, taxNumber },
				payments: kind === 'invoice' ? [{ method: 'card', amountMinor: paid, paidAt: '2026-11-01' }] : [],
			},
		}),
	);

describe('the arithmetic of EN 16931', () => {
	test('holds in CII: lines, taxes, totals and what is due (BR-CO-10 to 17, BR-DEC)', () => {
		fc.assert(
			fc.property(documents, (document) =>
				reading(writeEInvoice(document, 'cii'), (at) => {
					const header = '//ram:SpecifiedTradeSettlementHeaderMonetarySummation';
					const total = (name: string) => minor(at(`${header}/ram:${name}`)[0]);
					const net = total('TaxBasisTotalAmount');
					expect(sum(at('//ram:LineTotalAmount[not(ancestor::ram:ApplicableHeaderTradeSettlement)]'))).toBe(
						net,
					);
					expect(
						sum(at('//ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax/ram:BasisAmount')),
					).toBe(net);
					expect(sum(at('//ram:CalculatedAmount'))).toBe(total('TaxTotalAmount'));
					expect(net + total('TaxTotalAmount')).toBe(total('GrandTotalAmount'));
					expect(total('GrandTotalAmount') - total('TotalPrepaidAmount')).toBe(total('DuePayableAmount'));
					expect(at('//ram:TypeCode')[0]).toBe(document.kind === 'invoice' ? '380' : '381');
				}),
			),
			{ numRuns: 150, seed: faultSeed },
		);
	});

	test('holds in UBL and XRechnung, and each line is its price by its quantity', () => {
		fc.assert(
			fc.property(documents, fc.constantFrom('ubl' as const, 'xrechnung' as const), (document, format) =>
				reading(writeEInvoice(document, format), (at) => {
					const total = (name: string) => minor(at(`//cac:LegalMonetaryTotal/cbc:${name}`)[0]);
					const [name, quantity] =
						document.kind === 'invoice'
							? ['InvoiceLine', 'InvoicedQuantity']
							: ['CreditNoteLine', 'CreditedQuantity'];
					const nets = at(`//cac:${name}/cbc:LineExtensionAmount`);
					expect(sum(nets)).toBe(total('TaxExclusiveAmount'));
					expect(nets).toHaveLength(document.content.lines.length);
					const prices = at(`//cac:${name}/cac:Price/cbc:PriceAmount`);
					const bases = at(`//cac:${name}/cac:Price/cbc:BaseQuantity`);
					for (const [index, pieces] of at(`//cac:${name}/cbc:${quantity}`).entries()) {
						expect(minor(prices[index])).toBeGreaterThanOrEqual(0);
						expect(Number(bases[index])).toBe(Math.abs(Number(pieces)));
						expect((minor(prices[index]) * Number(pieces)) / Number(bases[index]) + 0).toBe(
							minor(nets[index]),
						);
					}
					expect(sum(at('//cac:TaxSubtotal/cbc:TaxAmount'))).toBe(
						minor(at('//cac:TaxTotal/cbc:TaxAmount')[0]),
					);
					expect(sum(at('//cac:TaxSubtotal/cbc:TaxableAmount'))).toBe(total('TaxExclusiveAmount'));
					expect(total('TaxInclusiveAmount') - total('PrepaidAmount')).toBe(total('PayableAmount'));
				}),
			),
			{ numRuns: 150, seed: faultSeed },
		);
	});

	test('has each category once by rate, with a reason exactly where there is no tax, and O alone', () => {
		fc.assert(
			fc.property(documents, (document) => {
				const { taxes, lines } = eInvoiceOf(document) ?? { taxes: [], lines: [] };
				const keys = taxes.map(({ category, basisPoints }) => `${category} ${basisPoints}`);
				expect(new Set(keys).size).toBe(keys.length);
				if (keys.includes('O 0')) expect(keys).toEqual(['O 0']);
				for (const { category, basisPoints, reason, taxMinor, netMinor } of taxes) {
					expect(reason === '').toBe(category === 'S' || category === 'Z');
					expect(category === 'S').toBe(basisPoints > 0);
					if (category !== 'S') expect(taxMinor).toBe(0);
					const ofIt = lines.filter((line) => line.category === category && line.basisPoints === basisPoints);
					expect(ofIt.reduce((total, line) => total + line.netMinor, 0)).toBe(netMinor);
				}
			}),
			{ numRuns: 150, seed: faultSeed },
		);
	});
});

describe('an e-invoice', () => {
	test('says who, to whom, when and what it is made by', () => {
		reading(writeEInvoice(invoiceDocument(), 'xrechnung'), (at) => {
			const one = (path: string) => at(path)[0];
			expect(one('/*/cbc:CustomizationID')).toContain('xrechnung_3.0');
			// The day in Berlin, where it is the next one.
			expect(one('/*/cbc:IssueDate')).toBe('2026-11-03');
			expect(one('/*/cbc:BuyerReference')).toBe('04011000-12345-67');
			expect(at('//cac:AccountingSupplierParty//cac:PostalAddress//*[not(*)]')).toEqual([
				'Pier 1',
				'Berlin',
				'10115',
				'DE',
			]);
			expect(one('//cac:AccountingSupplierParty//cac:PartyTaxScheme/cbc:CompanyID')).toBe('DE123456789');
			expect(one('//cac:AccountingCustomerParty//cbc:RegistrationName')).toBe('Berg & Söhne GmbH');
			expect(one('//cac:AccountingCustomerParty//cbc:EndpointID')).toBe('invoices@berg.example');
			expect(one('//cbc:ActualDeliveryDate')).toBe('2026-12-12');
			expect(at('//cac:LegalMonetaryTotal/*')).toEqual(['40.34', '40.34', '48.00', '48.00', '0.00']);
		});
	});

	test('of a credit note turns its amounts and names what it corrects', () => {
		const note = invoiceDocument({
			kind: 'credit_note',
			lines: [lineOf('Refund: Seat', 0, -1_000, 1_900), lineOf('Kept', 1, 200, 1_900)],
		});
		reading(writeEInvoice(note, 'ubl'), (at) => {
			expect(at('//cbc:CreditedQuantity')).toEqual(['1', '-1']);
			expect(at('//cac:CreditNoteLine/cbc:LineExtensionAmount')).toEqual(['8.40', '-1.68']);
			expect(at('//cac:InvoiceDocumentReference/cbc:ID')).toEqual(['INV-000041']);
			expect(at('//cbc:PayableAmount')).toEqual(['0.00']);
		});
	});

	test('has the decimals of its currency, and none of three', () => {
		const yen = invoiceDocument({ currency: 'JPY' });
		reading(writeEInvoice(yen, 'cii'), (at) => expect(at('//ram:GrandTotalAmount')).toEqual(['4800']));
		const dinar = invoiceDocument({ currency: 'KWD' });
		expect(eInvoiceOffer(dinar)).toEqual({ formats: [], missing: ['currency'] });
		expect(writeEInvoice(dinar, 'cii')).toBeNull();
	});

	test('survives every text: what XML cannot write is left out, the rest is read back as it was', () => {
		const text = 'a\u0000\u0007\ufffe <b attr="x">&amp; \ud800 𝄞 عربي 席 ]]>';
		const document = invoiceDocument({ lines: [lineOf(text, 1, 100, 1_900)], recipient: { company: text } });
		for (const format of ['ubl', 'xrechnung', 'cii'] as const)
			reading(writeEInvoice(document, format), (at) => {
				const said = 'a <b attr="x">&amp; \ufffd 𝄞 عربي 席 ]]>';
				expect(at('//cac:Item/cbc:Name | //ram:SpecifiedTradeProduct/ram:Name')).toEqual([said]);
				expect(at('//cbc:RegistrationName | //ram:BuyerTradeParty/ram:Name')).toContain(said);
			});
	});
});

const reverse = lineOf('Stand', 1, 5_000, 0, { taxReason: 'reverse_charge' });
const seller = invoiceDocument().content.seller;

describe('what is missing', () => {
	test.each<[string, DocumentRow, object | null]>([
		['nothing', invoiceDocument(), { formats: ['xrechnung', 'ubl', 'cii'], missing: [] }],
		['of a receipt', invoiceDocument({ kind: 'receipt' }), null],
		['to a person', invoiceDocument({ recipient: { company: '' } }), null],
		['of whom was erased', invoiceDocument({ recipient: null }), null],
		[
			'of what template 2 did not ask',
			invoiceDocument({
				template: 2,
				content: { seller: { name: 'Hall', address: 'Pier 1', countryCode: 'DE', taxNumber: '1' } },
				recipient: { reference: '', email: '', address: 'Kai 7' },
			}),
			{
				formats: ['ubl', 'cii'],
				missing: [
					...['sellerPostcode', 'sellerCity', 'sellerContact', 'sellerPhone', 'sellerEmail'],
					...['buyerPostcode', 'buyerCity', 'buyerReference', 'buyerEmail'],
				],
			},
		],
		[
			'the seller’s number',
			invoiceDocument({ content: { seller: { ...seller, taxNumber: '' } } }),
			{ formats: [], missing: ['sellerTaxNumber'] },
		],
		[
			'the buyer’s number, where they owe the tax',
			invoiceDocument({ lines: [reverse] }),
			{ formats: [], missing: ['buyerVatNumber'] },
		],
		[
			'nothing, once they said it',
			invoiceDocument({ lines: [reverse], recipient: { vatNumber: 'DE 987 654 321' } }),
			{ formats: ['xrechnung', 'ubl', 'cii'], missing: [] },
		],
	])('%s', (_, document, offer) => {
		expect(eInvoiceOffer(document)).toEqual(offer);
	});
});

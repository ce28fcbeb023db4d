import { describe, expect, test } from 'vitest';
import { invoiceDocument } from '#tests/factories/invoice-documents.ts';
import { readPdf, streamsOf } from '#tests/support/pdf.ts';
import { drawDocument } from '../render/draw.ts';
import { writeEInvoice } from './file.ts';

describe('the PDF of an invoice to a company', () => {
	test('is PDF/A-3b and holds its e-invoice', async () => {
		const document = invoiceDocument();
		const pdf = await drawDocument(document);
		const raw = pdf.toString('latin1');
		expect(raw).toContain('/AFRelationship /Alternative');
		expect(raw).toContain('/Subtype /text#2Fxml');
		expect(raw).toContain('(factur-x.xml)');
		const streams = streamsOf(pdf);
		expect(streams).toContain(writeEInvoice(document, 'cii'));
		const metadata = streams.find((stream) => stream.includes('x:xmpmeta')) ?? '';
		for (const part of [
			'<pdfaid:part>3</pdfaid:part>',
			'<pdfaid:conformance>B</pdfaid:conformance>',
			'<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
			'<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
			'Harbour Hall gGmbH',
		])
			expect(metadata).toContain(part);
		const { text } = await readPdf(pdf);
		expect(text).toContain('Reference: 04011000-12345-67');
		expect((await drawDocument(document)).equals(pdf)).toBe(true);
	});

	test('has metadata that can be read whatever the seller is called', async () => {
		const { seller } = invoiceDocument().content;
		const pdf = await drawDocument(
			invoiceDocument({ content: { seller: { ...seller, name: 'Fish & Chips <script>' } } }),
		);
		const metadata = streamsOf(pdf).find((stream) => stream.includes('x:xmpmeta')) ?? '';
		expect(metadata).toContain('INV-000042');
		expect(metadata).not.toContain('Fish');
		expect((await readPdf(pdf)).text).toContain('Fish & Chips <script>');
	});

	test.each([
		['of an earlier template', invoiceDocument({ template: 2 })],
		['of a currency with three decimals', invoiceDocument({ currency: 'KWD' })],
		['of a receipt', invoiceDocument({ kind: 'receipt' })],
	])('%s is plain', async (_, document) => {
		const raw = (await drawDocument(document)).toString('latin1');
		expect(raw).not.toContain('EmbeddedFile');
		expect(raw).not.toContain('pdfaid');
	});
});

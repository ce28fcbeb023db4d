import type { DocumentLine } from '../content.ts';
import type { DocumentRow } from '../issue.ts';
import { type DocumentWords, wordsOf } from '../render/labels.ts';
import { taxReasonText } from '../render/texts.ts';
import { categoryOfReason, type EInvoiceTax, type TaxCategory } from './model.ts';

const reasonCodes: Partial<Record<TaxCategory, string>> = { AE: 'VATEX-EU-AE', O: 'VATEX-EU-O' };

interface LineTax {
	category: TaxCategory;
	/** Why there is no tax; empty for S and Z. */
	reason: string;
}

/**
 * How each line of a document is taxed. A donation is outside the scope of the tax; what has no reason of its own has the organisation's words
 * on taxes as one, and without those is taken as taxed at a rate of zero. Category O may not stand beside others (rule BR-O-11): among others
 * such lines are E, with O's reason in words.
 */
export function lineTaxes(document: DocumentRow): LineTax[] {
	const words = wordsOf(document.language);
	const found = document.content.lines.map((line) => lineTax(line, document, words));
	const isMixed = found.some(({ category }) => category !== 'O');
	return found.map((tax) => (isMixed && tax.category === 'O' ? { ...tax, category: 'E' } : tax));
}

function lineTax(line: DocumentLine, { content }: DocumentRow, words: DocumentWords): LineTax {
	if (line.taxBasisPoints > 0) return { category: 'S', reason: '' };
	const reason = line.taxReason ?? (line.isGift ? 'out_of_scope' : undefined);
	if (reason)
		return {
			category: categoryOfReason[reason],
			reason: taxReasonText(reason, content.seller.countryCode, words),
		};
	const note = content.note.replaceAll(/\s+/g, ' ').trim();
	return note !== '' && line.grossMinor !== 0
		? { category: 'E', reason: note }
		: { category: 'Z', reason: '' };
}

/** The sums of tax by category and rate; amounts are those of the lines. */
export function taxBreakdown(
	lines: readonly DocumentLine[],
	taxes: readonly LineTax[],
	sign: 1 | -1,
): EInvoiceTax[] {
	const found = new Map<string, EInvoiceTax>();
	for (const [index, line] of lines.entries()) {
		const { category, reason } = taxes[index] as LineTax;
		const key = `${category} ${line.taxBasisPoints}`;
		const tax = found.get(key) ?? {
			category,
			basisPoints: line.taxBasisPoints,
			...{ netMinor: 0, taxMinor: 0, reason: '', reasonCode: reasonCodes[category] ?? '' },
		};
		tax.netMinor += sign * line.netMinor;
		tax.taxMinor += sign * line.taxMinor;
		if (reason !== '' && !tax.reason.split('; ').includes(reason))
			tax.reason = tax.reason === '' ? reason : `${tax.reason}; ${reason}`;
		found.set(key, tax);
	}
	return [...found.values()].toSorted((a, b) => b.basisPoints - a.basisPoints);
}

export interface BankAccount {
	holder: string;
	iban: string;
	/** May be empty. */
	bic: string;
}

/** Transfers in euros that an account is to make. */
export interface CreditTransfers {
	id: string;
	createdAt: Date;
	debtor: BankAccount;
	transfers: readonly { id: string; amountMinor: number; account: BankAccount; text: string }[];
}

/** Letters that do not decompose into a basic one and a mark. */
const letters: Record<string, string> = {
	ß: 'ss',
	æ: 'ae',
	Æ: 'AE',
	œ: 'oe',
	Œ: 'OE',
	ø: 'o',
	Ø: 'O',
	ł: 'l',
	Ł: 'L',
	đ: 'd',
	Đ: 'D',
	ı: 'i',
	þ: 'th',
	Þ: 'Th',
};

/** A text in the characters that every bank of SEPA accepts (EPC217-08), none of which XML escapes: others as the basic letter, or a point. */
export function sepaText(text: string, most: number): string {
	return text
		.replaceAll(/[ßæÆœŒøØłŁđĐıþÞ]/g, (letter) => letters[letter] as string)
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.replaceAll(/[^A-Za-z\d/\-?:().,'+ ]/g, '.')
		.slice(0, most)
		.trim();
}

const amountText = (minor: number) => `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;

/** Ids of ISO 20022 have at most 35 characters. */
const shortId = (id: string) => id.replaceAll('-', '');

const element = (name: string, content: string) => `<${name}>${content}</${name}>`;
const nameOf = ({ holder }: BankAccount) => element('Nm', sepaText(holder, 70) || 'NOTPROVIDED');
const ibanOf = ({ iban }: BankAccount) => element('Id', element('IBAN', sepaText(iban, 34)));
const bankOf = ({ bic }: BankAccount) =>
	element(
		'FinInstnId',
		bic === '' ? element('Othr', element('Id', 'NOTPROVIDED')) : element('BICFI', sepaText(bic, 11)),
	);

/** A file of SEPA credit transfers: ISO 20022 pain.001.001.09 as the EPC's implementation guidelines (EPC132-08) restrict it. */
export function creditTransfers({ id, createdAt, debtor, transfers }: CreditTransfers): string {
	const sums =
		element('NbOfTxs', String(transfers.length)) +
		element('CtrlSum', amountText(transfers.reduce((sum, { amountMinor }) => sum + amountMinor, 0)));
	const instant = createdAt.toISOString();
	const payments = transfers.map(({ id: transferId, amountMinor, account, text }) =>
		element(
			'CdtTrfTxInf',
			[
				element('PmtId', element('EndToEndId', shortId(transferId))),
				element('Amt', `<InstdAmt Ccy="EUR">${amountText(amountMinor)}</InstdAmt>`),
				...(account.bic === '' ? [] : [element('CdtrAgt', bankOf(account))]),
				element('Cdtr', nameOf(account)),
				element('CdtrAcct', ibanOf(account)),
				element('RmtInf', element('Ustrd', sepaText(text, 140))),
			].join(''),
		),
	);
	return [
		'<?xml version="1.0" encoding="UTF-8"?>\n',
		'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>',
		element(
			'GrpHdr',
			element('MsgId', shortId(id)) +
				element('CreDtTm', `${instant.slice(0, 19)}Z`) +
				sums +
				element('InitgPty', nameOf(debtor)),
		),
		'<PmtInf>',
		element('PmtInfId', shortId(id)),
		element('PmtMtd', 'TRF'),
		element('BtchBookg', 'true'),
		sums,
		element('PmtTpInf', element('SvcLvl', element('Cd', 'SEPA'))),
		element('ReqdExctnDt', element('Dt', instant.slice(0, 10))),
		element('Dbtr', nameOf(debtor)),
		element('DbtrAcct', ibanOf(debtor)),
		element('DbtrAgt', bankOf(debtor)),
		element('ChrgBr', 'SLEV'),
		...payments,
		'</PmtInf></CstmrCdtTrfInitn></Document>\n',
	].join('');
}

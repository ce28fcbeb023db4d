import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signed link about a report is good for. */
export type ReportTokenUse = 'status' | 'upload';

const signatureLength = 22;

function sign(secret: Buffer, use: ReportTokenUse, code: string): string {
	return createHmac('sha256', secret)
		.update(`feedback-${use}\0${code}`)
		.digest('base64url')
		.slice(0, signatureLength);
}

/** `FB-7K2M9Q4T-{signature}`: names the report and proves that we handed it out. 132 bits. */
export function makeReportToken(secret: Buffer, use: ReportTokenUse, code: string): string {
	return `${code}-${sign(secret, use, code)}`;
}

/** The code of the report that a token is about; null for anything that this secret did not sign for this use. */
export function readReportToken(secret: Buffer, use: ReportTokenUse, token: string): string | null {
	const match = /^(FB-[A-Z0-9]{8})-([\w-]{22})$/.exec(token);
	if (!match) return null;
	const [, code, signature] = match as unknown as [string, string, string];
	return timingSafeEqual(Buffer.from(sign(secret, use, code)), Buffer.from(signature)) ? code : null;
}

/** Bounces as mail servers write them; each is about one mail, whose envelope sender they were sent to. */
interface About {
	/** The envelope sender of the mail. */
	to: string;
	recipient: string;
	messageId?: string;
}

const lines = (...parts: string[]) => `${parts.join('\r\n')}\r\n`;

const returnedHeaders = ({ recipient, messageId = 'x@foyer.test' }: About) => [
	'From: Foyer <no-reply@foyer.test>',
	`To: ${recipient}`,
	`Message-ID: <${messageId}>`,
	'Subject: Your tickets',
];

/** A report by RFC 3464 with the groups of one recipient. */
function report(
	about: About,
	options: { from: string; text: string; mta: string; group: string[]; returned?: string },
): string {
	const { returned = 'text/rfc822-headers' } = options;
	return lines(
		`Return-Path: <>`,
		`From: ${options.from}`,
		`To: ${about.to}`,
		'Subject: Undelivered Mail Returned to Sender',
		'Auto-Submitted: auto-replied',
		'MIME-Version: 1.0',
		'Content-Type: multipart/report; report-type=delivery-status; boundary="b1/x"',
		'',
		'--b1/x',
		'Content-Type: text/plain; charset=us-ascii',
		'',
		options.text,
		'',
		'--b1/x',
		'Content-Description: Delivery report',
		'Content-Type: message/delivery-status',
		'',
		`Reporting-MTA: dns; ${options.mta}`,
		'Arrival-Date: Fri, 20 Nov 2026 08:59:58 +0000 (UTC)',
		'',
		...options.group,
		'',
		'--b1/x',
		`Content-Type: ${returned}`,
		'',
		...returnedHeaders(about),
		'',
		'--b1/x--',
	);
}

export const postfixBounce = (
	about: About,
	status = '5.1.1',
	said = '550 5.1.1 <guest> User unknown in virtual mailbox table',
) =>
	report(about, {
		from: 'MAILER-DAEMON@mx.example.net (Mail Delivery System)',
		text: 'This is the mail system at host mx.example.net.',
		mta: 'mx.example.net',
		group: [
			`Final-Recipient: rfc822; ${about.recipient}`,
			`Original-Recipient: rfc822;${about.recipient}`,
			'Action: failed',
			`Status: ${status}`,
			'Remote-MTA: dns; mail.example.com',
			`Diagnostic-Code: smtp; ${said.slice(0, 9)}`,
			`    ${said.slice(10)}`,
		],
	});

export const postfixDelay = (about: About) =>
	report(about, {
		from: 'MAILER-DAEMON@mx.example.net (Mail Delivery System)',
		text: 'Your message could not be delivered for more than 4 hour(s).',
		mta: 'mx.example.net',
		group: [
			`Final-Recipient: rfc822; ${about.recipient}`,
			'Action: delayed',
			'Status: 4.4.1',
			'Diagnostic-Code: X-Postfix; connect to mail.example.com[192.0.2.7]:25: Connection timed out',
			'Will-Retry-Until: Wed, 25 Nov 2026 08:59:58 +0000 (UTC)',
		],
	});

export const exchangeBounce = (about: About) =>
	report(about, {
		from: '<postmaster@outlook.example>',
		text: `Your message to ${about.recipient} couldn't be delivered.`,
		mta: 'XX1PR01MB0001.prod.outlook.example',
		returned: 'message/rfc822',
		group: [
			`Final-Recipient: rfc822;${about.recipient}`,
			'Action: failed',
			'Status: 5.1.10',
			'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
			'X-Display-Name: Guest',
		],
	});

export const gmailBounce = (about: About) =>
	report(about, {
		from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.example>',
		text: '** Address not found **',
		mta: 'googlemail.example',
		returned: 'message/rfc822',
		group: [
			`Final-Recipient: rfc822; ${about.recipient}`,
			'Action: failed',
			'Status: 5.0.0',
			'Remote-MTA: dns; gmail-smtp-in.l.google.example. (2001:db8::1b, the server for the domain.)',
			'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try',
			' 550 5.1.1 https://support.google.example/mail/?p=NoSuchUser',
			'Last-Attempt-Date: Fri, 20 Nov 2026 01:00:00 -0800 (PST)',
		],
	});

export const qmailBounce = (about: About) =>
	lines(
		'Return-Path: <>',
		'From: MAILER-DAEMON@qmail.example',
		`To: ${about.to}`,
		'Subject: failure notice',
		'',
		'Hi. This is the qmail-send program at qmail.example.',
		"I'm afraid I wasn't able to deliver your message to the following addresses.",
		'This is a permanent error; I have given up. Sorry it did not work out.',
		'',
		`<${about.recipient}>:`,
		'192.0.2.9 does not like recipient.',
		'Remote host said: 550 5.1.1 No such user here',
		'Giving up on 192.0.2.9.',
		'',
		'--- Below this line is a copy of the message.',
		'',
		...returnedHeaders(about),
	);

/** A complaint by RFC 5965; sent to the address that was given to the provider, with the envelope sender within. */
export const complaint = (about: About, to: string, type = 'abuse') =>
	lines(
		'From: <abusedesk@provider.example>',
		`To: ${to}`,
		'Subject: FW: Your tickets',
		'MIME-Version: 1.0',
		'Content-Type: multipart/report; report-type=feedback-report; boundary="part"',
		'',
		'--part',
		'Content-Type: text/plain; charset="US-ASCII"',
		'',
		'This is an email abuse report.',
		'--part',
		'Content-Type: message/feedback-report',
		'',
		`Feedback-Type: ${type}`,
		'User-Agent: SomeGenerator/1.0',
		'Version: 1',
		`Original-Mail-From: <${about.to}>`,
		'--part',
		'Content-Type: message/rfc822',
		'',
		...returnedHeaders(about),
		'',
		'Text',
		'--part--',
	);

export const vacation = (about: About) =>
	lines(
		`From: ${about.recipient}`,
		`To: ${about.to}`,
		'Subject: Out of office',
		'Auto-Submitted: auto-replied',
		'',
		'I am away until Monday. 550 5.1.1 is what I dream of.',
	);

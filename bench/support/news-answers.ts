import { makeUser } from '#tests/factories/accounts.ts';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { timeCalls } from './latency.ts';
import { startMailSink } from './mail-sink.ts';
import { figure, inRounds } from './rounds.ts';
import type { BenchOptions, BenchRow } from './row.ts';
import type { Stage } from './stage.ts';

const orders = 400;
const connections = 16;

/** Answers of guests to three questions, one of which asks for news, beside three of which none does. */
export async function measureNewsAnswers(stage: Stage, options: BenchOptions): Promise<BenchRow> {
	const sink = await startMailSink();
	// A consent is requested by email: without a mail server nothing would be.
	const product = await stage.startProduct({
		SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
		MAIL_FROM: 'Foyer <tickets@foyer.example>',
	});
	const owner = await makeUser(stage.services);
	// Under the name that events of the stage are made with.
	await stage.database.pool.query(`UPDATE organisations SET name = 'Harbour Concerts' WHERE id = $1`, [
		owner.organisationId,
	]);
	const send = async (method: string, path: string, body: object) => {
		const answer = await fetch(`http://127.0.0.1:${product.port}${path}`, {
			method,
			headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
		return answer.json();
	};
	/** Registrations of an event of its own; answers say yes and no in turn. */
	const answering = async (asksForNews: boolean) => {
		const event = await insertSellingEvent(stage.database, null, {
			event: { organisationId: owner.organisationId },
		});
		const path = `/api/events/${event.eventId}`;
		const ask = async (question: object) =>
			(await send('POST', `${path}/questions`, { scope: 'order', ...question })).id as string;
		const texts = [await ask({ label: 'Company', kind: 'text' }), await ask({ label: 'Role', kind: 'text' })];
		const consent = await ask({ label: 'Send me news?', kind: 'consent', asksForNews });
		const tokens: string[] = [];
		for (let n = 0; n < orders; n += 1) {
			const order = await send('POST', `${path}/orders`, {
				buyer: { name: 'Ada Lovelace', email: `ada.${n}@${event.eventId}.example` },
				items: [{ ticketTypeId: event.ticketTypeId, quantity: 1 }],
			});
			tokens.push(order.manageToken);
		}
		let turn = 0;
		return async () => {
			turn += 1;
			const values = [...texts.map((id) => [id, `Text ${turn}`]), [consent, turn % 2 === 1]];
			const body = JSON.stringify({
				people: [{ attendeeId: null, answers: Object.fromEntries(values) }],
			});
			const calls = tokens.map((token) => ({
				...{ method: 'PATCH' as const, path: `/api/orders/${token}/answers`, body },
			}));
			const { byStatus, perSecond } = await timeCalls({ port: product.port, connections, calls });
			if (byStatus['200'] !== orders) throw new Error(`answers were answered ${JSON.stringify(byStatus)}`);
			return perSecond;
		};
	};
	try {
		const [plain, news] = [await answering(false), await answering(true)];
		await plain();
		await news();
		await plain();
		await news();
		const yesAndNo = (save: () => Promise<number>) => async () =>
			2 / (1 / (await save()) + 1 / (await save()));
		const figures = await inRounds(options, { plain: yesAndNo(plain), news: yesAndNo(news) });
		return {
			what: `Answers saved with a question about news, ${connections} connections`,
			subject: figure(figures.news, '/s'),
			reference: { name: 'the same with a consent that is not about news', ...figure(figures.plain, '/s') },
			bars: { on: 'ratio', must: 'atLeast', reach: 0.8, excellent: 0.9 },
			ifUnmet:
				'a yes about news also writes a follower and the email that asks for the consent, a no ends what was there, in the same transaction.',
			note: 'Of three answers each, half of those about news a yes, which asks for the consent by email, and half a no, which ends it.',
		};
	} finally {
		await product.stop();
		await sink.stop();
	}
}

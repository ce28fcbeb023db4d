import { expect, test } from 'vitest';
import { composeMail } from '#server/domain/notifications/compose-mail.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { newId } from '#shared/lib/ids.ts';
import { groupOf, shareOrder } from '#tests/factories/groups.ts';
import { buyTickets, makePricedEvent } from '#tests/factories/money.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Who is written to about a group, and what they read. */
const { services, api, owner, query } = useTestOwner();
const signal = new AbortController().signal;

const leader = 'ada@example.org';
const person = (name: string) => ({ name, email: `${name.toLowerCase()}-${newId()}@example.org` });

/** An event with the emails that are pending about it. */
async function makeEventWithMails() {
	const event = await makePricedEvent(services, api, owner, { capacity: 100, priceMinor: 1_000 });
	let seen: string[] = [];
	/** What is pending since the last time and still has a point: template and recipient, with what it says. */
	const news = async (isForSending = true) => {
		while ((await factPoller.run(services, signal)) > 0);
		const rows = await query<{ id: string; template: string; recipient: string }>(
			`SELECT id, template, recipient, props, locale FROM mails WHERE event_id = $1 AND id <> ALL ($2::uuid[])
			ORDER BY template, recipient`,
			[event.id, seen],
		);
		seen = [...seen, ...rows.map(({ id }) => id)];
		const written = [];
		for (const mail of rows) {
			const content = await composeMail(services, mail as never, {
				showsSecrets: isForSending,
				isForSending,
			});
			if ('obsolete' in content)
				written.push({ ...mail, text: '', subject: '', obsolete: content.obsolete as string });
			else written.push({ ...mail, text: content.text, subject: content.subject, obsolete: null });
		}
		return written;
	};
	return { event, news };
}

async function makeShared(quantity = 3) {
	const { event, news } = await makeEventWithMails();
	const order = await buyTickets(api, event, quantity);
	await news();
	const group = await shareOrder(api, order, { name: 'Table 7' });
	return { event, news, order, group };
}

/** A group whose guests pay for themselves, as its organiser makes one; nothing is held for it. */
async function insertEachGroup(event: { id: string; ticketTypeId: string }, places = 4) {
	const id = newId();
	await query(
		`INSERT INTO group_bookings (id, organisation_id, event_id, name, pays, leader_name, leader_email, ticket_type_id, places, deadline_at,
			created_by)
		VALUES ($1, $2, $3, 'Choir', 'each', 'Ada Lovelace', $4, $5, $6, now() + interval '2 days', $7)`,
		[id, owner.organisationId, event.id, leader, event.ticketTypeId, places, owner.userId],
	);
	return { organisationId: owner.organisationId, eventId: event.id, groupId: id };
}

const publish = (
	scope: Awaited<ReturnType<typeof insertEachGroup>>,
	change: 'created' | 'closing' | 'ended',
) => {
	const { organisationId, eventId, groupId } = scope;
	const fact = {
		name: 'groups.group-changed' as const,
		organisationId,
		eventId,
		payload: { groupId, change },
	};
	return services.database.transaction((tx) => services.facts.publish(tx, fact, services));
};

test('a buyer who shares their order gets the link of their group, and nothing of what is claimed', async () => {
	const { news, group } = await makeShared();
	const [shared, ...more] = await news();
	expect([shared?.template, shared?.recipient, more]).toEqual(['groups/leader', leader, []]);
	expect(shared?.subject).toContain('Table 7');
	expect(shared?.text).toContain(`/group/${group.path.split('/').at(-1)}`);
	expect(shared?.text).toContain('You’ve shared your tickets');

	const grace = person('Grace');
	await group.claim(grace);
	const claimed = await news();
	expect(claimed.map(({ template, recipient }) => [template, recipient])).toEqual([
		['orders/confirmation', grace.email],
	]);
	expect(claimed[0]?.text).toMatch(/\/ticket\/[\w.-]+/);
	expect(claimed[0]?.text).not.toContain('/my-ticket/');
});

test('who is invited gets a link of their own, and a reminder; neither once there is no point', async () => {
	const { news, group } = await makeShared();
	await news();
	const [grace, mary] = [person('Grace'), person('Mary')];
	const { body } = await api.post(`${group.path}/invitations`, { people: [grace, mary] });
	const [second, first] = body.invitations as [{ id: string }, { id: string }];
	const invited = await news();
	expect(invited.map(({ template, recipient }) => [template, recipient])).toEqual([
		['groups/invitation', grace.email],
		['groups/invitation', mary.email],
	]);
	const [toGrace] = invited;
	expect(toGrace?.text).toContain('It is already paid for: it costs you nothing.');
	expect(toGrace?.text).toContain('Table 7');
	const link = /\/claim\/([\w.-]+)/.exec(toGrace?.text ?? '')?.[1];
	expect((await api.get(`/api/claims/${link}`)).body.invited).toEqual(grace);

	expect((await api.post(`${group.path}/remind`, {})).status).toBe(200);
	await api.post(`/api/claims/${link}`, grace);
	await api.delete(`${group.path}/invitations/${second.id}`);
	expect(first.id).not.toBe(second.id);
	const after = await news();
	// They claimed and lost theirs before the reminder was written.
	expect(after.map(({ template }) => template)).toEqual(['orders/confirmation']);

	const tina = person('Tina');
	await api.post(`${group.path}/invitations`, { people: [tina] });
	await query(`UPDATE group_bookings SET reminded_at = NULL WHERE id = $1`, [group.id]);
	await api.post(`${group.path}/remind`, {});
	const reminders = await news();
	expect(reminders.map(({ subject }) => subject.startsWith('Reminder: ')).toSorted()).toEqual([false, true]);
	// Read by an administrator, there is no link to claim with.
	await query(`UPDATE group_bookings SET reminded_at = NULL WHERE id = $1`, [group.id]);
	await query(`DELETE FROM mails WHERE template = 'groups/invitation'`);
	await api.post(`${group.path}/invitations`, { people: [person('Ida')] });
	for (const { text } of await news(false)) expect(text).not.toContain('/claim/');
});

test('an email that waited is not sent once the invitation was used or cancelled, or the group has ended', async () => {
	const { news, group } = await makeShared(4);
	await news();
	const people = [person('Grace'), person('Mary'), person('Tina')];
	const { body } = await api.post(`${group.path}/invitations`, { people });
	while ((await factPoller.run(services, signal)) > 0);
	const idOf = (email?: string) =>
		(body.invitations as { id: string; email: string }[]).find((one) => one.email === email)?.id;
	await api.delete(`${group.path}/invitations/${idOf(people[0]?.email)}`);
	await query(`UPDATE group_invitations SET state = 'claimed', ended_at = now() WHERE id = $1`, [
		idOf(people[1]?.email),
	]);
	await query(`UPDATE group_bookings SET state = 'ended', ended_at = now() WHERE id = $1`, [group.id]);
	const waiting = await news();
	expect(
		Object.fromEntries(waiting.map(({ recipient, obsolete }) => [recipient.split('-')[0], obsolete])),
	).toEqual({
		grace: 'The invitation was cancelled.',
		mary: 'They have a place.',
		tina: 'The group has ended.',
	});
});

test('whose place is released hears of it; of a cancelled order its own email says it', async () => {
	const { event, news, group, order } = await makeShared();
	const grace = person('Grace');
	await group.claim(grace);
	await news();
	const release = (groupId: string) =>
		services.database.transaction((tx) =>
			services.facts.publish(
				tx,
				{
					name: 'orders.place-released',
					organisationId: owner.organisationId,
					eventId: event.id,
					payload: { orderId: order.id, attendeeId: order.ids[0] as string, groupId, ...grace },
				},
				services,
			),
		);
	await release(group.id);
	const [released, ...more] = await news();
	expect([released?.template, released?.recipient, more]).toEqual(['groups/released', grace.email, []]);
	expect(released?.text).toContain('no longer valid');
	await release((await insertEachGroup(event)).groupId);
	expect(await news()).toEqual([]);
});

test('the leader of a group of the organiser gets its link, and an email before its deadline', async () => {
	const { event, news } = await makeEventWithMails();
	const scope = await insertEachGroup(event);
	await publish(scope, 'created');
	const [made, ...more] = await news();
	expect([made?.template, made?.recipient, more]).toEqual(['groups/leader', leader, []]);
	expect(made?.text).toContain('holds 4 spots');
	expect(made?.text).toContain('€10.00');
	const token = /\/group\/([\w.-]+)/.exec(made?.text ?? '')?.[1] as string;
	const group = await groupOf(api, token);

	const grace = person('Grace');
	expect((await api.post(`${group.path}/invitations`, { people: [grace] })).status).toBe(201);
	const [invited] = await news();
	expect(invited?.text).toContain('Your spot costs €10.00. You pay for it yourself.');

	await publish(scope, 'closing');
	const [closing] = await news();
	expect([closing?.template, closing?.subject.startsWith('4 spots are still open')]).toEqual([
		'groups/closing',
		true,
	]);
	await publish(scope, 'closing');
	await query(`UPDATE group_bookings SET deadline_at = now() - interval '1 second' WHERE id = $1`, [
		scope.groupId,
	]);
	expect((await news())[0]?.obsolete).toBe('The deadline has passed.');
	await publish(scope, 'ended');
	expect(await news()).toEqual([]);

	await publish(scope, 'created');
	await query(`UPDATE group_bookings SET leader_email = 'grace@example.org' WHERE id = $1`, [scope.groupId]);
	while ((await factPoller.run(services, signal)) > 0);
	await query(`UPDATE group_bookings SET leader_email = 'mary@example.org' WHERE id = $1`, [scope.groupId]);
	expect((await news())[0]?.obsolete).toBe('The group has another leader now.');
});

test('whoever leads a group from now on gets its link; the same leader none again', async () => {
	const shared = await makeShared();
	await shared.news();
	const own = await makeEventWithMails();
	const each = await insertEachGroup(own.event);
	const [{ id = '' } = {}] = await query<{ id: string }>(
		'SELECT id FROM group_bookings WHERE event_id = $1',
		[shared.event.id],
	);
	for (const { event, news, groupId } of [
		{ ...shared, groupId: id },
		{ ...own, groupId: each.groupId },
	]) {
		const { email } = person('Clara');
		const path = `/api/events/${event.id}/groups/${groupId}`;
		const change = (body: object) => api.patch(path, body, { token: owner.token });
		expect((await change({ leaderName: 'Clara Schumann', leaderEmail: email })).status).toBe(200);
		expect((await news()).map(({ template, recipient }) => [template, recipient])).toEqual([
			['groups/leader', email],
		]);
		expect((await change({ leaderName: 'Clara', leaderEmail: email.toUpperCase() })).status).toBe(200);
		expect(await news()).toEqual([]);
	}
});

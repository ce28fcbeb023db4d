import { type StandIn, startMailingService } from '#tests/support/mailing-services.ts';
import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import type { linkIn, Mailbox } from './support/mails.ts';
import { chooseItem } from './support/menu.ts';
import { apiOf } from './support/selling.ts';
import { expect, test } from './support/test.ts';

type Api = ReturnType<typeof apiOf>['call'];
type Inbox = Pick<Mailbox, 'waitFor'> & { linkIn: typeof linkIn };
let listmonk: StandIn;
test.beforeAll(async () => {
	listmonk = await startMailingService('listmonk', { lists: ['News', 'Members'] });
});
test.afterAll(() => listmonk?.close());

/** The organiser's page, where people follow. */
async function organiserOf(call: Api): Promise<string> {
	const event = await call('post', '/api/events', {
		title: 'Harbour concert',
		startsAtLocal: '2031-05-02T19:30',
		timeZone: 'Europe/Berlin',
	});
	await call('post', `/api/events/${event.id}/publish`);
	return event.organiser.slug;
}

/** Follows and confirms; the path that ends it. */
async function follow(call: Api, mails: Inbox, organiser: string, email: string): Promise<string> {
	await call('post', `/api/organisers/${organiser}/followers`, { email });
	const link = mails.linkIn(await mails.waitFor(email, /Follow/), /\/followers\//);
	const path = `/api/followers/${new URL(link).pathname.split('/').at(-1)}`;
	await call('post', path);
	return path;
}

/** Addresses that are subscribed. */
const onListOf = (service: StandIn, listId: string) =>
	service.members(listId).flatMap(({ email, status }) => (status === 'subscribed' ? [email] : []));

test('followers come to a list and leave it, a refused key is replaced, and the list is disconnected', async ({
	page,
	account,
	api,
	freshEmail,
	mails,
	faults,
}) => {
	// The key that is wrong at first.
	faults.allow(/status of 422 POST .*mailing-list-choices/);
	const { call } = api;
	const organiser = await organiserOf(call);
	const followAs = async (name: string) => {
		const email = freshEmail(name);
		return { email, path: await follow(call, mails, organiser, email) };
	};
	const onList = () => onListOf(listmonk, '4');
	const ada = await followAs('ada');

	await signInAs(page, account);
	await page.goto('/integrations');
	// By keyboard alone.
	await page.getByRole('button', { name: /^listmonk/ }).press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Connect listmonk' });
	await expect(dialog.getByLabel('Address of listmonk')).toBeFocused();
	await dialog.getByRole('button', { name: 'Find lists' }).press('Enter');
	await expect(dialog.getByText('Enter the access token.').first()).toBeVisible();
	await dialog.getByLabel('Address of listmonk').fill(listmonk.url);
	await dialog.getByLabel('API user').fill(listmonk.settings.user);
	const token = dialog.getByLabel('Access token');
	await token.fill('a-token-of-another-user');
	await token.press('Enter');
	await expect(dialog.getByText(/listmonk did not accept this key/).first()).toBeVisible();
	await expect(token).toBeFocused();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await token.fill(listmonk.settings.apiKey);
	await token.press('Enter');
	const members = dialog.getByRole('radio', { name: /Members/ });
	await expect(dialog.getByRole('radio').first()).toBeFocused();
	await expect(dialog.getByText('1 follower is added now, later ones as they confirm.')).toBeVisible();
	await members.press('Space');
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Connect', exact: true }).press('Enter');

	const lists = page.getByRole('list', { name: 'Connected mailing lists' });
	await expect(lists.getByText('1 on the list')).toBeVisible();
	expect(onList()).toEqual([ada.email]);
	expect(await axeFindings(page)).toEqual([]);

	await call('delete', ada.path);
	await expect.poll(onList).toEqual([]);

	// The key is revoked at listmonk: the list stops, and says what to do.
	listmonk.fail('key-revoked');
	const grace = await followAs('grace');
	// The page reads lists again while something is on its way, and this came when all was settled.
	await expect(async () => {
		await page.reload();
		await expect(lists.getByText('listmonk refused the key. Enter a new one.')).toBeVisible({
			timeout: 3_000,
		});
	}).toPass();
	expect(onList()).toEqual([]);
	listmonk.fail(null);
	await lists.getByRole('button', { name: 'Change key' }).press('Enter');
	const key = page.getByRole('dialog', { name: 'New key for Members' });
	await key.getByLabel('Address of listmonk').fill(listmonk.url);
	await key.getByLabel('API user').fill(listmonk.settings.user);
	await key.getByLabel('Access token').fill(listmonk.settings.apiKey);
	await key.getByRole('button', { name: 'Save key' }).press('Enter');
	await expect(key).toBeHidden();
	await expect.poll(onList).toEqual([grace.email]);
	await expect(lists.getByText('Active', { exact: true })).toBeVisible();

	await page.getByRole('button', { name: 'Contacts on Members' }).press('Enter');
	const contacts = page.getByRole('dialog', { name: 'Contacts on Members' });
	await expect(contacts.getByText(grace.email)).toBeVisible();
	await contacts.getByRole('tab', { name: /^On the list/ }).press('End');
	await expect(contacts.getByText(ada.email)).toBeVisible();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await page.keyboard.press('Escape');

	const choose = async (name: string) => {
		await page.getByRole('button', { name: 'Actions for Members' }).press('Enter');
		await chooseItem(page, name);
	};
	await choose('Pause');
	await expect(lists.getByText('Paused', { exact: true })).toBeVisible();
	const alan = await followAs('alan');
	await choose('Resume');
	await expect.poll(() => onList().toSorted()).toEqual([alan.email, grace.email].toSorted());
	await choose('Disconnect');
	await page.getByRole('button', { name: 'Disconnect', exact: true }).press('Enter');
	await expect(page.getByText('No mailing lists yet.')).toBeVisible();
	// Contacts stay at the service.
	expect(onList()).toHaveLength(2);
	expect(listmonk.undocumented).toEqual([]);
});

// Each of them on the whole way: server/domain/mailing-lists/services.test.ts.
test('Brevo and Mailchimp take a key alone; a list gets followers, and loses who leaves', async ({
	page,
	request,
	createAccount,
	freshEmail,
	mails,
	instance,
}) => {
	const standIn = instance.mailingServices.mailchimp;
	const list = standIn.lists[1] as StandIn['lists'][number];
	const account = await createAccount();
	const { call } = apiOf(request, account);
	const organiser = await organiserOf(call);
	const ada = freshEmail('ada');
	const leave = await follow(call, mails, organiser, ada);

	await signInAs(page, account);
	await page.goto('/integrations');
	const { brevo } = instance.mailingServices;
	await page.getByRole('button', { name: /^Brevo/ }).press('Enter');
	const another = page.getByRole('dialog', { name: 'Connect Brevo' });
	await expect(another.getByRole('textbox')).toHaveCount(1);
	await another.getByLabel('API key', { exact: true }).fill(brevo.apiKey);
	await another.getByLabel('API key', { exact: true }).press('Enter');
	await expect(another.getByRole('radio', { name: new RegExp(brevo.lists[1]?.name ?? '') })).toBeVisible();
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: /^Mailchimp/ }).press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Connect Mailchimp' });
	const key = dialog.getByLabel('API key', { exact: true });
	await expect(key).toBeFocused();
	await expect(dialog.getByRole('textbox')).toHaveCount(1);
	await key.fill(standIn.apiKey);
	await key.press('Enter');
	const radio = dialog.getByRole('radio', { name: new RegExp(list.name) });
	await expect(dialog.getByRole('radio').first()).toBeFocused();
	await radio.press('Space');
	await dialog.getByRole('button', { name: 'Connect', exact: true }).press('Enter');
	await expect(
		page.getByRole('list', { name: 'Connected mailing lists' }).getByText('1 on the list'),
	).toBeVisible();
	const onList = () => onListOf(standIn, list.id);
	expect(onList()).toEqual([ada]);

	// Who comes back is added again: they left here, not at the service.
	await call('delete', leave);
	await expect.poll(onList).toEqual([]);
	await call('post', leave);
	await expect.poll(onList).toEqual([ada]);

	// Who leaves at the service stays away.
	standIn.there({ kind: 'leave', listId: list.id, email: ada });
	await call('delete', leave);
	await call('post', leave);
	await page.getByRole('button', { name: `Contacts on ${list.name}` }).press('Enter');
	const contacts = page.getByRole('dialog', { name: `Contacts on ${list.name}` });
	await contacts.getByRole('tab', { name: /^Refused/ }).click();
	await expect(contacts.getByText(ada)).toBeVisible();
	expect(onList()).toEqual([]);
	expect(standIn.undocumented).toEqual([]);
});

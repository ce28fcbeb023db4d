/**
 * Journeys for which `npm test` has no time, by the name of their file: `npm run test:long -- journeys` makes them, and
 * `npm test -- --since` where their module changed. Beside the title of each, the test in
 * `npm test` that holds the rule beneath it; how the screen shows it is looked at in the long run alone.
 */
export const longJourneys: Record<string, Record<string, string>> = {
	accounts: {
		'the account screens have no accessibility faults when something was refused': 'e2e/components.spec.ts',
		'an address that has an account: same screen for a stranger, a mail for the owner':
			'server/domain/accounts/registration.test.ts',
	},
	analytics: {
		'tracking links beyond the first fifty are shown on demand': 'tests/whole-lists.test.ts',
		'the figures of a series are reached from its page, and add its dates up':
			'server/domain/analytics/figures/series-figures.test.ts',
	},
	'change-tickets-organiser': {
		'by keyboard in the dark: a higher price is waived, then a lower one goes back':
			'server/domain/orders/order-changes/by-organiser.test.ts',
	},
	'change-tickets': {
		'a cheaper ticket by keyboard in the dark: what comes back is said before the press':
			'server/domain/orders/order-changes/order-changes.test.ts',
		'a waiting change is given up, and the tickets stay as they are':
			'server/domain/orders/order-changes/order-changes.test.ts',
		'a ticket and an extra are added; where nothing can be changed it says why':
			'server/domain/orders/order-changes/order-changes.test.ts',
	},
	'code-purchase': {
		'a ticket beside a donation costs what the code says': 'server/domain/orders/codes.test.ts',
	},
	codes: {
		'many codes are made at once, downloaded and ended together': 'server/domain/codes/codes-api.test.ts',
	},
	consents: {
		'a person with an account sees what they agreed to, and stops it':
			'server/domain/notifications/consents.test.ts',
	},
	'custom-event': {
		'what a template brings can be changed before the sign-in, and waits with it in the browser':
			'app/features/events/stored-draft.test.ts',
		'a blank that was typed last is there when the sections take over; Undo goes back step by step':
			'app/features/events/draft-history.test.ts',
	},
	'developer-portal': {
		'the API docs list the errors of a call, each a link to what it means': 'tests/error-codes.test.ts',
	},
	documents: {
		'the tax report of a month, its journal, and the closing of a month that is over':
			'server/domain/ledger/tax-report.test.ts',
	},
	'door-entrance': {
		'a list opens when the organiser says so; what happened last is seen before a door is chosen':
			'server/domain/check-in/lists/door-lists.test.ts',
		'one link for a series: it says when the next date opens, opens the one that is on, and is put up as a poster':
			'server/domain/staff/series/series-links.test.ts',
	},
	'door-first-screen': {
		'overview and check-in tab lead into the scanner of this device, staff links come after it; the door leads back':
			'app/features/check-in/components/start-check-in.test.tsx',
		'at every size the door begins with the search and the camera’s key, without header and footer':
			'e2e/door-screen.spec.ts',
	},
	'door-sales': {
		'a ticket that waits for its payment is paid at the door, and its guest goes in':
			'server/domain/door-sales/sell.test.ts',
	},
	'door-screen': {
		'guests beyond the first 5,000 show their address once in view, and are found by part of it':
			'app/features/check-in/search.test.ts',
	},
	'embed-snippets': {
		'before it is published the review has the snippet, folded; other sites show no draft':
			'app/features/embeds/embed-subject.test.ts',
	},
	'event-changes': {
		'a cancelled event is restored within its time; cancelled for good, its guests are told once':
			'server/domain/events/changes/cancelling.test.ts',
	},
	'event-overview': {
		'an overview that is left open goes on by the clock, without new figures':
			'app/features/events/event-phase.test.ts',
		'a postponed event leads to its new date, then to publishing it again':
			'app/features/events/next-step.test.ts',
	},
	'event-page': {
		'the heaviest event that may be made stays below 300 kB; its other ticket types come when asked for':
			'e2e/weight.spec.ts',
	},
	'event-review': {
		'a draft typed signed out has its checklist, prices, audience and the page as a phone shows it':
			'app/features/events/draft-findings.test.ts',
		'what is red holds an event back wherever it is published; settled, it publishes':
			'shared/rules/event-review.test.ts',
	},
	feedback: {
		'on a phone the button is round and wholly in sight': 'e2e/pages.spec.ts',
	},
	'gift-cards-admin': {
		'a gift card that was bought online is refunded to its buyer': 'server/domain/gift-cards/refunds.test.ts',
	},
	'gift-cards': {
		'a card that is sent later is changed, and a declined payment keeps the order':
			'server/domain/gift-cards/purchases.test.ts',
		'a buyer cancels, takes a gift card for it and pays the next order with it; a member refunds onto another':
			'server/domain/orders/gift-cards/refunds-as-cards.test.ts',
		'without script a card is ordered and a balance is asked for; an organiser that sells none has no such page':
			'server/domain/gift-cards/purchases.test.ts',
	},
	groups: {
		'guests of a group pay for themselves; then all of its places are taken':
			'server/domain/orders/groups/each.test.ts',
	},
	'hand-on': {
		'without a connection an offer says so, and is sent once it is back':
			'server/domain/orders/transfers/transfers.test.ts',
	},
	'import-guests': {
		'on a phone a row says ticket and state, and checks its guest in; personal data is erased, and what stays is said before':
			'server/domain/orders/commands/erase-guest.test.ts',
	},
	integrations: {
		'a webhook includes names and emails of guests when that is ticked, and its row and log say so':
			'server/domain/integrations/guest-data.test.ts',
		'Stripe stands among the integrations; webhooks are in the developer portal too': 'e2e/pages.spec.ts',
	},
	'mailing-lists': {
		'Brevo and Mailchimp take a key alone; a list gets followers, and loses who leaves':
			'server/domain/mailing-lists/services/adapters.test.ts',
	},
	messages: {
		'a reminder gets words of the organiser, and a message before the start is added':
			'server/domain/messages/rules/rules-api.test.ts',
	},
	orders: {
		'a transfer comes in two parts, is kept when its order is cancelled, and goes back to the account that its buyer enters; on a phone':
			'server/domain/orders/owed-refunds/owed-refunds.test.ts',
		'one ticket is refunded from its own row, three screens from the dashboard; on a phone':
			'app/features/orders-admin/components/refund-dialog.test.tsx',
	},
	'organiser-events': {
		'postponed, on again, cancelled with a message, copied': 'server/domain/events/lifecycle.test.ts',
		'somebody else’s event is not there': 'tests/access-matrix.test.ts',
		'the screens of a long title fit a small phone, and nothing moves on them': 'e2e/pages.spec.ts',
		'a full guest list keeps its place while it loads, on a phone and a desk': 'e2e/pages.spec.ts',
	},
	'organiser-page': {
		'cards of past events are as wide as those of coming ones': 'e2e/pages.spec.ts',
	},
	'payment-account': {
		'from an event whose tickets cannot be paid for to the account and back, and from its page to its other side':
			'server/domain/tickets/review.test.ts',
	},
	pictures: {
		'a picture that could not be uploaded with its event waits in the editor until it is':
			'e2e/pictures.spec.ts',
	},
	'refund-rules': {
		'how buyers change tickets is set by keyboard and read by guests, and only becomes more generous':
			'shared/rules/change-rules.test.ts',
		'a step or a fee that is half typed holds publishing back, and is led to':
			'app/features/events/typed-refund-rules.test.ts',
		'a draft is not published with half of a refund policy, nor begun with one':
			'app/features/events/typed-refund-rules.test.ts',
	},
	register: {
		'a device that was asked to remember fills the form by itself':
			'app/features/orders/remembered-buyer.test.ts',
		'a sale opens on a page that is open': 'server/domain/orders/windows.test.ts',
	},
	reports: {
		'the answers to a question are a column, a filter and a group; what was deleted is said':
			'server/domain/reports/reports.test.ts',
	},
	resale: {
		'the organiser lets guests sell, sees what they offer; what cannot be sold says why':
			'server/domain/orders/resale/list-ticket.test.ts',
	},
	series: {
		'a single event becomes a series, a date is removed, and the series becomes single events again':
			'server/domain/series/series-life.test.ts',
	},
	settings: {
		'the bell counts what is new, the list leads there, and one kind is turned off in one channel':
			'server/domain/notifications/notices/notices.test.ts',
		'settings use the width: their pages at the side of a wide screen, in a row on a phone':
			'e2e/pages.spec.ts',
	},
	'slow-network': {
		'each page has its shape on a phone until it is read, and nothing moves then':
			'app/shell/route-skeleton.test.tsx',
	},
	team: {
		'an owner requires two factors, and a member without them is led to set them up':
			'server/domain/accounts/team/two-factor-requirement.test.ts',
		'the last of 110 events is found by a word, beyond the first page by scrolling, and named when it is shown again':
			'tests/event-pickers.test.ts',
		'open invitations beyond the first page are shown on demand': 'server/domain/accounts/team/team.test.ts',
	},
	templates: {
		'an event becomes a template, a newer version of it, and the next event':
			'server/domain/templates/templates.test.ts',
		'on a phone the gallery is at most 4,000 px high, and what is chosen is previewed beside the form':
			'e2e/pages.spec.ts',
		'the cards stay where they are when the fonts come late': 'e2e/pages.spec.ts',
	},
	'ticket-handed-on': {
		'an offer is declined after a question; one that was taken back meanwhile says so':
			'server/domain/orders/transfers/transfers.test.ts',
	},
	questions: {
		'an organiser writes questions, puts them in order and meets the change of a colleague':
			'server/domain/questions/questions-api.test.ts',
	},
	oembed: {
		'messengers, search engines and other sites are told whole addresses, or none, and preview events, series and organisers':
			'server/domain/embeds/cards/cards.test.ts',
	},
	'group-door': {
		'of a group of four, those who are there go in together; also without a network':
			'e2e/door-places.spec.ts',
	},
	'scanner-component-reading': {
		'a queue of guests: every ticket once, in order': 'e2e/door-camera.spec.ts',
	},
	fundraiser: {
		'a monthly donation: begun with a card, charged the next month, stopped by its donor, seen by its organiser':
			'server/domain/fundraisers/monthly/monthly-gifts.test.ts',
	},
	waitlist: {
		'the organiser sets the waitlist up, passes over others with a reason, and removes an entry':
			'server/domain/waitlist/waitlist.test.ts',
	},
	withdrawals: {
		'an organiser declines a withdrawal that matches nothing, and the buyer gets their words':
			'server/domain/withdrawals/withdrawals.test.ts',
	},
};

/** A pattern for Playwright that their titles match, and no other. */
export const longJourneyPattern = Object.entries(longJourneys)
	.flatMap(([file, titles]) =>
		Object.keys(titles).map((title) => `${file}\\.spec\\.ts .*${escapeText(title)}`),
	)
	.join('|');

function escapeText(text: string): string {
	return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

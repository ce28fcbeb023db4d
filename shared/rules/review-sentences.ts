import { message, type TranslatableMessage } from '../errors/translatable-message.ts';
import type { ReviewAdvice, ReviewBlocker } from './event-review.ts';

/** The sentence of each finding of the review. */
export const reviewSentences: Record<ReviewBlocker | ReviewAdvice, TranslatableMessage> = {
	'email-not-verified': message`Verify your email: open the link we emailed you.`,
	'organisation-locked': message`An administrator has locked your organisation. Contact them to publish again.`,
	'no-new-date': message`The event is postponed. Set a new date.`,
	'starts-in-past': message`The event starts in the past. Choose another date.`,
	'nothing-on-sale': message`No one can register: every ticket type is closed or its sales have ended.`,
	'no-way-to-pay': message`Every ticket has a price, but no way to pay is set up. Connect a payment account, or allow bank transfer or payment at the door.`,
	'fill-in-title': message`The title is still the name of a template. Enter the name of your event.`,
	'fill-in-page': message`The template left texts in brackets for you to fill in.`,
	'fill-in-offer': message`A ticket or question has text in brackets for you to fill in.`,
	'some-unpayable': message`Some tickets have a price, but no way to pay is set up. They can’t be sold until there is one.`,
	'no-seller-details': message`Receipts can’t be issued yet: details of your organisation are missing. Until you enter them, buyers get a payment confirmation.`,
	'no-tax-reason': message`Tickets are sold without tax and without a reason. Choose the reason in the ticket type: receipts need it.`,
	'no-description': message`There is no description.`,
	'no-place': message`There is no venue or city. Guests see “Location TBA”.`,
	'no-online-link': message`There is no meeting link yet. It is shown on the tickets.`,
	'cover-without-alt': message`The cover has no alt text.`,
	'sales-end-after-start': message`Ticket sales go on after the event has started.`,
	'capacity-open': message`A ticket type has no limit. Does everyone fit in?`,
	'no-refund-policy': message`There is no refund policy, and tickets have a price.`,
};

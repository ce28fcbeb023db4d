import { MAX_BATCH } from '#shared/contracts/codes.ts';
import { DEFAULT_CLOSES_AFTER, DEFAULT_OPENS_BEFORE } from '#shared/contracts/series-staff-links.ts';
import { mostTwoFactorDays, ownershipOfferDays } from '#shared/contracts/team-ownership.ts';
import { MAX_EVENT_PICTURES } from '#shared/rules/description-markdown.ts';
import { ANSWER_FILE_MB, PICTURE_MB } from '#shared/rules/file-sizes.ts';
import { ORAL_CANCELLATION_DAYS } from '#shared/rules/gift-aid.ts';
import { MAX_CARDS_PER_PURCHASE, REVIVED_DAYS, validYearsOptions } from '#shared/rules/gift-cards.ts';
import { mostMailingLists } from '#shared/rules/mailing-services.ts';
import { messageLimits } from '#shared/rules/messages/messages.ts';
import { bankDetailsHours } from '#shared/rules/payment-details.ts';
import * as periods from '#shared/rules/periods.ts';
import { reportLimits } from '#shared/rules/report-query.ts';
import type { Placeholders } from '#shared/rules/rich-text.ts';
import { mostMovedRows, mostOrdersAtOnce, SANDBOX_EVENTS, SANDBOX_GUESTS } from '#shared/rules/sandbox.ts';
import { MAX_START_TIMES, OPEN_DATES_AHEAD, OPEN_WEEKS_AHEAD } from '#shared/rules/series/repeat.ts';
import { TRANSFER_DAYS } from '#shared/rules/ticket-transfers.ts';
import { mostGuestsOfMessage } from '#shared/rules/webhook-guests.ts';
import { failingDays } from '#shared/rules/webhook-types.ts';
import { WITHDRAWAL_DAYS } from '#shared/rules/withdrawals.ts';

const values = {
	...Object.fromEntries(Object.entries(periods).map(([name, value]) => [name.toLowerCase(), value])),
	answer_file_mb: ANSWER_FILE_MB,
	bank_details_hours: bankDetailsHours,
	cards_per_purchase: MAX_CARDS_PER_PURCHASE,
	code_batch: MAX_BATCH,
	date_closes_hours: DEFAULT_CLOSES_AFTER / 60,
	date_opens_hours: DEFAULT_OPENS_BEFORE / 60,
	event_pictures: MAX_EVENT_PICTURES,
	failing_days: failingDays,
	gift_card_years: new Intl.ListFormat('en', { type: 'disjunction' }).format(validYearsOptions.map(String)),
	mailing_lists: mostMailingLists,
	message_guests: mostGuestsOfMessage,
	oral_cancellation_days: ORAL_CANCELLATION_DAYS,
	open_dates: OPEN_DATES_AHEAD,
	open_weeks: OPEN_WEEKS_AHEAD,
	ownership_offer_days: ownershipOfferDays,
	picture_mb: PICTURE_MB,
	report_file_days: reportLimits.fileDays,
	report_groups: reportLimits.groups,
	report_link_days: reportLimits.linkDays,
	report_preview_rows: reportLimits.previewRows,
	revived_days: REVIVED_DAYS,
	sandbox_events: SANDBOX_EVENTS,
	sandbox_guests: SANDBOX_GUESTS,
	sandbox_rows: mostMovedRows,
	sign_in_failures: periods.MAX_SIGN_IN_FAILURES,
	start_times: MAX_START_TIMES,
	test_orders: mostOrdersAtOnce,
	transfer_days: TRANSFER_DAYS,
	two_factor_days: mostTwoFactorDays,
	unverified_day: messageLimits.unverifiedDay,
	unverified_message: messageLimits.unverifiedMessage,
	withdrawal_days: WITHDRAWAL_DAYS,
};

/**
 * Numbers that shipped articles name as `{{history_days}}`: every period of `shared/rules/periods.ts` by its name in small letters, and these.
 * They are filled in when a text is read from its file, so whoever edits an article sees the number.
 */
export const statedValues: Placeholders = Object.fromEntries(
	Object.entries(values).map(([name, value]) => [name, value.toLocaleString('en')]),
);

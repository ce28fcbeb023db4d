import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { AppError } from '#shared/errors/app-error.ts';
import type { Formats } from '#shared/lib/formats.ts';
import { isPassage, type Verdict } from '#shared/rules/door-verdict.ts';
import type { Outcome } from './offline/model.ts';
import { reasonText } from './verdict-texts.ts';

/** What the door says about the last code or tap. */
export interface DoorVerdict {
	kind: 'success' | 'duplicate' | 'error';
	/** null: nobody could decide. */
	verdict: Verdict | null;
	message: string;
	/** Null: not known. */
	guestId: string | null;
	guestName: string;
	/** More of the guest's details on this device (`StoredGuest`). */
	details: readonly string[];
	ticketTypeName: string;
	/** The ticket is an add-on: accepted, and it lets nobody in. */
	isAddOn: boolean;
	previous: { checkedInAt: string; device: string } | null;
	/** Who decided. */
	source: Outcome['source'] | null;
	/** When this entrance opens. */
	opensAt: string | null;
}

const isLost = (error: unknown) => error instanceof AppError && error.code.startsWith('NETWORK_');

function kindOf(verdict: Verdict): DoorVerdict['kind'] {
	if (isPassage(verdict)) return 'success';
	return verdict === 'already_checked_in' || verdict === 'conflict' ? 'duplicate' : 'error';
}

export function verdictOf(
	outcome: Outcome,
	about: { timeZone: string; opensAt: string | null; details: readonly string[] },
	i18n: I18n,
	formats: Formats,
): DoorVerdict {
	const { verdict, guest, isCounted = true, previous, source } = outcome;
	const guestName = guest?.guestName ?? '';
	const addOn = guest && !isCounted ? guest.ticketTypeName : null;
	return {
		kind: kindOf(verdict),
		verdict,
		message:
			outcome.message ?? reasonText(i18n, { verdict, guestName, addOn, previous, source, ...about }, formats),
		guestId: guest?.id ?? null,
		guestName,
		details: about.details,
		ticketTypeName: guest?.ticketTypeName ?? '',
		isAddOn: addOn !== null,
		previous,
		source,
		opensAt: about.opensAt,
	};
}

export function faultOf(error: unknown, i18n: I18n): DoorVerdict {
	const message =
		error instanceof AppError && !isLost(error) ? error.message : i18n._(msg`Network error occurred`);
	return {
		kind: 'error',
		verdict: null,
		message,
		guestId: null,
		guestName: '',
		details: [],
		ticketTypeName: '',
		isAddOn: false,
		previous: null,
		source: null,
		opensAt: null,
	};
}

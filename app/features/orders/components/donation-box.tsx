import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { useFormats } from '#app/lib/format.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { Fundraiser } from '#shared/contracts/fundraisers.ts';
import type { SupporterPage } from '#shared/contracts/supporter-pages.ts';
import type { RegistrationResult } from '../registration-answer.ts';
import { offeredOf } from '../sale-lines.ts';
import { useLiveFundraiser } from '../use-live-fundraiser.ts';
import { type Offer, useLiveTypes } from '../use-live-types.ts';
import { CodePart } from './code-part.tsx';
import { DonationForm } from './donation-form.tsx';
import { RegisterBar } from './register-bar.tsx';

/** Giving, in place on the page of the fundraiser: the amount, two fields, one button; on a phone the way here stays in sight. */
export function DonationBox(props: {
	event: PublicEvent;
	fundraiser: Fundraiser;
	/** Whose page the donation counts for too; `gone`: it is not public. */
	supporter: SupporterPage | 'gone' | null;
	offer: Offer;
	actionData: RegistrationResult | undefined;
}) {
	const { event } = props;
	const fundraiser = useLiveFundraiser(props.fundraiser);
	const live = useLiveTypes(event.id, props.offer);
	const offer: Offer = { ...live.offer, types: offeredOf(live.offer.types) };
	const { t } = useLingui();
	const formats = useFormats();
	const box = useRef<HTMLElement>(null);
	const percent = formats.number(Math.floor((fundraiser.raisedMinor / fundraiser.goalMinor) * 100));
	return (
		<section
			ref={box}
			id="register"
			aria-labelledby="register-title"
			className="flex scroll-mt-20 flex-col gap-5 rounded-xl border border-hairline bg-surface p-5 shadow-lift"
		>
			<h2 id="register-title" className="text-lg font-semibold">
				<Trans>Donate</Trans>
			</h2>
			<RegisterBar box={box} price={t`${percent}% raised`} verb={t`Donate`} />
			{offer.takesCodes || offer.code ? (
				<CodePart event={event.id} formId="donation" offer={offer} onOffer={live.setOffer} />
			) : null}
			<DonationForm
				event={event}
				fundraiser={fundraiser}
				supporter={props.supporter === 'gone' ? null : props.supporter}
				offer={offer}
				actionData={props.actionData}
				onShowAll={live.refresh}
			/>
		</section>
	);
}

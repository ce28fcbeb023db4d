import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import {
	readResale,
	readTypedResale,
	resaleToText,
	type TypedResale,
	typedResale,
	typedResaleToText,
} from '#app/features/events/resale-rules-text.ts';
import { Switch } from '#app/ui/switch.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { resalePolicyText } from '#shared/rules/resale.ts';
import { FeeField, GuestsSee, useTypedRules } from './typed-rules.tsx';

/** Whether guests sell their tickets to the next on the waitlist, and the fee of each. */
export function ResaleRulesField(props: {
	event: Pick<PublicEvent, 'id' | 'waitlistMode'>;
	/** Rules as `resaleToText` writes them, or what is typed and is none yet; empty: no resale. */
	text: string;
	currency: string;
	onChange: (text: string) => void;
	error?: string | undefined;
}) {
	const { t } = useLingui();
	const { event, text, currency, error } = props;
	const { typed, setEdited } = useTypedRules(text, readResale, (found) => typedResale(found, currency));
	const rules = typed && readTypedResale(typed, currency);
	const isWrong = rules === null;
	function change(next: TypedResale) {
		const read = readTypedResale(next, currency);
		const written = read ? resaleToText(read) : typedResaleToText(next);
		setEdited({ typed: next, text: written });
		props.onChange(written);
	}
	return (
		<div className="flex flex-col gap-4">
			<Switch
				label={t`Guests can sell their ticket to the next person on the waitlist`}
				hint={t`For what they paid, never more. The ticket is valid until it is sold.`}
				name={isWrong ? undefined : 'resaleRules'}
				checked={typed !== undefined}
				onChange={({ target }) => props.onChange(target.checked ? resaleToText({}) : '')}
				error={isWrong ? undefined : error}
			/>
			{typed ? (
				<fieldset
					aria-label={t`How guests sell their tickets`}
					className="flex min-w-0 flex-col gap-4 rounded-lg border border-hairline p-4"
				>
					{event.waitlistMode === 'off' ? (
						<p className="text-sm text-warning">
							<Trans>
								Needs the waitlist, which is off.{' '}
								<Link to={`/events/${event.id}/tickets/waitlist`} className="link">
									Turn on the waitlist
								</Link>
							</Trans>
						</p>
					) : null}
					<FeeField
						label={t`Fee you keep per sold ticket`}
						name={isWrong ? 'resaleRules' : undefined}
						currency={currency}
						fee={typed.fee}
						isWrong={isWrong}
						onChange={(fee) => change({ fee })}
					/>
					<GuestsSee policy={rules && resalePolicyText(rules, currency)} />
				</fieldset>
			) : null}
		</div>
	);
}

import { useLingui } from '@lingui/react/macro';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { DescriptionList } from '#app/ui/description-list.tsx';
import type { Follower } from '#shared/contracts/organisers.ts';

/** What was agreed to, in the words that were shown, and when. */
export function ConsentFacts(props: {
	consent: Pick<Follower, 'consentText' | 'consentedAt' | 'confirmedAt' | 'leftAt'>;
	/** How it ended; empty: that is not said. */
	leftBy?: string;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const { consent, leftBy = '' } = props;
	const at = (time: string | null) => (time === null ? '' : formats.dateTime(time, zone));
	const left = at(consent.leftAt);
	return (
		<DescriptionList
			facts={[
				[t`Wording`, consent.consentText],
				[t`Agreed`, at(consent.consentedAt)],
				[t`Confirmed`, at(consent.confirmedAt)],
				[t`Left`, left && leftBy ? `${left} · ${leftBy}` : left],
			]}
		/>
	);
}

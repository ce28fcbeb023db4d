import type { ComponentProps } from 'react';
import { DonationBox } from './components/donation-box.tsx';
import { FundraiserStory } from './components/fundraiser-story.tsx';

/** The parts of a live fundraiser’s page in one file: its form, and the content before and after it. */
export function FundraiserParts({
	at,
	now,
	...props
}: ComponentProps<typeof DonationBox> & { now: string; at: 'head' | 'rest' | 'form' }) {
	if (at === 'form') return <DonationBox {...props} />;
	const { event, fundraiser, supporter } = props;
	return <FundraiserStory {...{ event, fundraiser, supporter, now }} isHead={at === 'head'} />;
}

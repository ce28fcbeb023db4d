import type { ComponentProps } from 'react';
import { DonationBox } from './components/donation-box.tsx';
import { FundraiserStory } from './components/fundraiser-story.tsx';

/** What the page of a live fundraiser has beside that of an event, in one file: its form, and what is said before and after it. */
export function FundraiserParts({
	at,
	now,
	...props
}: ComponentProps<typeof DonationBox> & { now: string; at: 'head' | 'rest' | 'form' }) {
	if (at === 'form') return <DonationBox {...props} />;
	const { event, fundraiser, supporter } = props;
	return <FundraiserStory {...{ event, fundraiser, supporter, now }} isHead={at === 'head'} />;
}

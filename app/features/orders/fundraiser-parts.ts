/** What the page of a live fundraiser has beside that of an event, in one file. */
export { DonationBox } from './components/donation-box.tsx';
export { FundraiserStory } from './components/fundraiser-story.tsx';

import type { Translator } from '#server/platform/messages.ts';
import { conference, market, meetup } from './business.ts';
import { gala, reunion, wedding } from './celebrations.ts';
import { charityRun, membersMeeting, privateParty, schoolFair, sportsDay } from './community.ts';
import { bookLaunch, clubNight, concert } from './culture.ts';
import { course, openHouse, webinar, workshop } from './learning.ts';
import type { ReadyTemplate } from './ready-template.ts';

/** The templates that come with the product, in the order of the gallery. */
export const readyTemplates: readonly ReadyTemplate[] = [
	meetup,
	wedding,
	workshop,
	concert,
	conference,
	schoolFair,
	charityRun,
	gala,
	market,
	webinar,
	course,
	clubNight,
	openHouse,
	reunion,
	sportsDay,
	bookLaunch,
	privateParty,
	membersMeeting,
];

/** Whether a title is the name of one, as its reader knows it. */
export const isReadyName = (title: string, t: Translator): boolean =>
	readyTemplates.some(({ name }) => [name.text, t(name)].includes(title.trim()));

export const findReady = (key: string) => readyTemplates.find((ready) => ready.key === key);

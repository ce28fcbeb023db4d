import type { ImportWarning } from '../draft.ts';
import { httpUrlOrEmpty, oneLine } from '../texts.ts';
import type { ConferenceRecord } from './conference-record.ts';

/** Topics as people write them; others are shown as they are. */
const topicNames: Record<string, string> = {
	accessibility: 'accessibility',
	android: 'Android',
	api: 'APIs',
	cfml: 'CFML',
	clojure: 'Clojure',
	cpp: 'C++',
	css: 'CSS',
	data: 'data',
	devops: 'DevOps',
	dotnet: '.NET',
	elixir: 'Elixir',
	elm: 'Elm',
	golang: 'Go',
	graphql: 'GraphQL',
	groovy: 'Groovy',
	haskell: 'Haskell',
	ios: 'iOS',
	iot: 'the Internet of Things',
	java: 'Java',
	javascript: 'JavaScript',
	kotlin: 'Kotlin',
	opensource: 'open source',
	php: 'PHP',
	python: 'Python',
	ruby: 'Ruby',
	rust: 'Rust',
	scala: 'Scala',
	sre: 'site reliability',
	'tech-comm': 'technical communication',
	typescript: 'TypeScript',
	ux: 'user experience',
};

/** `Conference on CSS and JavaScript`: the line that lists show below a title. */
export function conferenceSummary(topics: string[]): string {
	const names = topics
		.filter((topic) => topic !== 'general')
		.map((topic) => topicNames[topic] ?? oneLine(topic));
	if (names.length === 0) return 'Technology conference';
	return `Conference on ${new Intl.ListFormat('en', { type: 'conjunction' }).format(names.slice(0, 6))}`;
}

/** The further facts of a listing, as a few lines of Markdown. */
export function conferenceDescription(record: ConferenceRecord, warnings: ImportWarning[]): string {
	const link = (label: string, address: string | null | undefined) => {
		const url = httpUrlOrEmpty(address ?? '');
		if (url === '' && (address ?? '') !== '') {
			warnings.push({ code: 'url-dropped', detail: oneLine(address ?? '').slice(0, 80) });
		}
		// Brackets would end the link early.
		return url === '' ? '' : `[${label}](${url.replace(/[()<>]/g, encodeURIComponent)})`;
	};
	const handle = (text: string | null | undefined, pattern: RegExp, base: string, label: string) => {
		const name = (text ?? '').trim().replace(/^@/, '');
		if (name === '') return '';
		if (/^https?:/i.test(name)) return link(label, name);
		if (pattern.test(name)) return `[${label}](${base}${name})`;
		warnings.push({ code: 'handle-dropped', detail: oneLine(text ?? '').slice(0, 80) });
		return '';
	};
	const follow = [
		link('Mastodon', record.mastodon),
		handle(record.bluesky, /^[A-Za-z0-9.-]{3,253}$/, 'https://bsky.app/profile/', 'Bluesky'),
		handle(record.twitter, /^\w{1,15}$/, 'https://x.com/', 'X'),
	].filter((part) => part !== '');
	const cfpDay = readDay(record.cfpEndDate);
	const cfp = link(cfpDay === '' ? 'open' : `until ${cfpDay}`, record.cfpUrl);
	const lines = [
		record.otherNames?.length ? `Also known as ${record.otherNames.map(oneLine).join(', ')}.` : '',
		record.locales ? `**Languages:** ${languagesOf(record.locales)}` : '',
		cfp === '' ? '' : `**Call for papers:** ${cfp}`,
		record.offersSignLanguageOrCC ? 'Sign language interpretation or live captions are offered.' : '',
		link('Code of conduct', record.cocUrl),
		follow.length > 0 ? `**Follow:** ${follow.join(' · ')}` : '',
	];
	return lines.filter((line) => line !== '').join('\n\n');
}

/** `EN,DE` as `English and German`. */
function languagesOf(locales: string): string {
	const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });
	const found = locales
		.split(/[,;/\s]+/)
		.filter((code) => /^[A-Za-z]{2,3}$/.test(code))
		.map((code) => names.of(code.toLowerCase()) ?? code);
	return new Intl.ListFormat('en', { type: 'conjunction' }).format(found);
}

function readDay(text: string | null | undefined): string {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text ?? '')) return '';
	const day = new Date(`${text}T00:00:00Z`);
	if (Number.isNaN(day.getTime())) return '';
	return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(day);
}

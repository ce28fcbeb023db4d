import sharp from 'sharp';
import { type Node, Renderer } from 'takumi-js/node';
import { inHue, toHex } from '#shared/rules/colour.ts';
import { isRightToLeft } from '../pdf/bidi.ts';
import { spell } from '../text/transliterate.ts';
import { DISPLAY_STACK, loadFontsFor, TEXT_STACK } from './fonts.ts';

/** What the picture for link previews shows. Texts are written by the caller in the event's language and zone. */
export interface PreviewInput {
	title: string;
	/** `Saturday, November 21, 2026` */
	date: string;
	/** `7:30 PM UTC+1 (Berlin)` */
	time?: string;
	/** `Town Hall, Berlin`, or that it is online. */
	place?: string;
	/** A leaf of a calendar beside the date. */
	tile?: { month: string; day: string };
	/** Shown above the title instead of nothing: `Cancelled`, `Sold out`. */
	notice?: string;
	productName: string;
	/** The event's cover: an SVG document or the bytes of an uploaded picture. */
	cover: string | Uint8Array;
	/** Hue of the event, 0 to 360. */
	hue: number;
}

export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;

/** The card stays inside the square in the middle, which is all that some messengers show. */
const CARD = 574;
const PADDING = 46;

const INK = '#16171c';
const MUTED = '#62646b';

/** What letters without a font are written in. */
const latin = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'?";

let renderer: Renderer | undefined;
const registered = new Set<string>();

/** Characters of a title weighed by how wide they run: Han and Hangul take the room of two. */
function weight(text: string): number {
	let sum = 0;
	for (const character of text)
		sum += /[\u1100-\u11FF\u2E80-\uA4CF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFF60\p{Emoji_Presentation}]/u.test(
			character,
		)
			? 1.9
			: 1;
	return sum;
}

function titleSize(title: string): number {
	const width = weight(title);
	const steps = [
		[16, 76],
		[28, 64],
		[46, 54],
		[72, 45],
		[110, 38],
	] as const;
	return steps.find(([limit]) => width <= limit)?.[1] ?? 33;
}

/** One line of plain text without control characters; of what no font draws, the nearest Latin letters. */
function tidy(text: string, missing: ReadonlySet<string>): string {
	const shown = spell(
		text.replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, ' '),
		(cluster) => ![...cluster].some((character) => missing.has(character)),
	);
	return shown.replaceAll(/\s+/g, ' ').trim();
}

const box = (style: Record<string, unknown>, children: Node[] = []): Node =>
	({ type: 'container', style: { display: 'flex', ...style }, children }) as Node;
const text = (content: string, style: Record<string, unknown>): Node =>
	({ type: 'text', text: content, style: { fontFamily: TEXT_STACK, color: INK, ...style } }) as Node;
const oneLine = { textOverflow: 'ellipsis', whiteSpace: 'nowrap', overflow: 'hidden' };

const MARK = Buffer.from(
	'<svg xmlns="http://www.w3.org/2000/svg" width="56" height="56" viewBox="0 0 28 28"><path fill="#16171c" d="M4 26V13a10 10 0 0 1 20 0v13Z"/><path fill="#fff" d="M10 26V13.6a4 4 0 0 1 8 0V26Z"/><path fill="#cc3a12" d="M10 26V13.6c0-1.3.6-2.4 1.6-3.2L16 14v12Z"/></svg>',
);

function draw(input: PreviewInput): Node {
	const { title, date, time, place, tile, notice, productName, hue } = input;
	const wash = toHex(inHue(0.955, 0.03, hue));
	const deep = toHex(inHue(0.44, 0.11, hue));
	const direction = isRightToLeft(title) ? 'rtl' : 'ltr';
	const leaf = tile
		? [
				box(
					{
						flexDirection: 'column',
						width: 76,
						height: 84,
						borderRadius: 14,
						border: '2px solid #e2e0dc',
						overflow: 'hidden',
						alignItems: 'center',
						flexShrink: 0,
					},
					[
						box(
							{
								width: '100%',
								height: 28,
								backgroundColor: wash,
								alignItems: 'center',
								justifyContent: 'center',
							},
							[text(tile.month.toLocaleUpperCase(), { fontSize: 17, fontWeight: 650, color: deep })],
						),
						box({ flexGrow: 1, alignItems: 'center' }, [text(tile.day, { fontSize: 36, fontWeight: 650 })]),
					],
				),
			]
		: [];
	const when = box({ flexDirection: 'column', gap: 2, flexGrow: 1, flexBasis: 0, minWidth: 0 }, [
		text(date, { fontSize: 25, fontWeight: 600, lineHeight: 1.25, lineClamp: 2 }),
		...(time ? [text(time, { fontSize: 23, color: MUTED, ...oneLine })] : []),
	]);
	return box(
		{
			width: '100%',
			height: '100%',
			backgroundImage: 'url(cover)',
			backgroundSize: '100% 100%',
			alignItems: 'center',
			justifyContent: 'center',
		},
		[
			box(
				{
					flexDirection: 'column',
					width: CARD,
					height: CARD,
					padding: PADDING,
					borderRadius: 40,
					backgroundColor: '#ffffff',
					boxShadow: '0 24px 64px rgba(0,0,0,0.28)',
				},
				[
					box({ alignItems: 'center', gap: 20 }, [...leaf, when]),
					box({ flexGrow: 1, flexDirection: 'column', justifyContent: 'center', gap: 14, minHeight: 0 }, [
						...(notice
							? [
									box(
										{
											alignSelf: 'flex-start',
											backgroundColor: '#fdeceb',
											borderRadius: 99,
											padding: '6px 18px',
										},
										[text(notice, { fontSize: 22, fontWeight: 650, color: '#b3261e' })],
									),
								]
							: []),
						text(title, {
							fontFamily: DISPLAY_STACK,
							fontWeight: 700,
							fontSize: titleSize(title),
							lineHeight: 1.1,
							letterSpacing: /\p{Script=Arabic}/u.test(title) ? 0 : '-0.02em',
							lineClamp: notice ? 5 : 6,
							textOverflow: 'ellipsis',
							overflowWrap: 'anywhere',
							textWrap: 'balance',
							direction,
							textAlign: direction === 'rtl' ? 'right' : 'left',
							width: '100%',
						}),
					]),
					box({ alignItems: 'center', gap: 20, justifyContent: 'space-between' }, [
						text(place ?? '', {
							fontSize: 23,
							color: MUTED,
							flexGrow: 1,
							flexBasis: 0,
							minWidth: 0,
							...oneLine,
						}),
						box({ alignItems: 'center', gap: 10, flexShrink: 0 }, [
							{ type: 'image', src: 'mark', style: { width: 28, height: 28 } } as Node,
							text(productName, {
								fontSize: 24,
								fontWeight: 650,
								fontFamily: DISPLAY_STACK,
								maxWidth: 180,
								...oneLine,
							}),
						]),
					]),
				],
			),
		],
	);
}

/** The cover as pixels of the right size. A picture that cannot be read gives way to the event's plain colour. */
async function paintCover({ cover, hue }: PreviewInput): Promise<Buffer> {
	const size = { width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT };
	const source = typeof cover === 'string' ? Buffer.from(cover) : cover;
	try {
		return await sharp(source, { limitInputPixels: 60_000_000 })
			.resize({ ...size, fit: 'cover' })
			.removeAlpha()
			.png({ compressionLevel: 1 })
			.toBuffer();
	} catch {
		const background = toHex(inHue(0.7, 0.14, hue));
		return sharp({ create: { ...size, channels: 3, background } })
			.png({ compressionLevel: 1 })
			.toBuffer();
	}
}

/**
 * The picture that messengers and networks show beside a link to an event: 1200 by 630, a PNG of at most a few hundred
 * kilobytes. Draws every script that the product ships fonts for; other letters are written in Latin ones.
 */
export async function renderPreview(input: PreviewInput): Promise<Buffer> {
	renderer ??= new Renderer({ cacheMaxBytes: 8 * 1024 * 1024 });
	const texts = [
		input.title,
		input.date,
		input.time,
		input.place,
		input.notice,
		input.productName,
		input.tile?.month,
		input.tile?.day,
	];
	// An ellipsis may be put in, and letters may be turned upper case or into Latin ones.
	const all = texts
		.filter((part) => part !== undefined)
		.map((part) => part.slice(0, 300).normalize('NFC'))
		.join('');
	const missing = await loadFontsFor(
		renderer,
		registered,
		`${all}${all.toLocaleUpperCase()}…${latin}`.toWellFormed(),
	);
	const clean = (part: string | undefined) =>
		part === undefined ? undefined : tidy(part.slice(0, 300), missing);
	const node = draw({
		...input,
		title: clean(input.title) || clean(input.productName) || '',
		date: clean(input.date) ?? '',
		time: clean(input.time),
		place: clean(input.place),
		notice: clean(input.notice),
		productName: clean(input.productName) ?? '',
		tile: input.tile && { month: clean(input.tile.month) ?? '', day: clean(input.tile.day) ?? '' },
	});
	const pixels = await renderer.render(node, {
		width: PREVIEW_WIDTH,
		height: PREVIEW_HEIGHT,
		format: 'raw',
		images: [
			{ src: 'cover', data: await paintCover(input), cache: 'none' },
			{ src: 'mark', data: MARK },
		],
	});
	return sharp(pixels, { raw: { width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT, channels: 4 } })
		.removeAlpha()
		.png({ palette: true, quality: 100, effort: 4, dither: 0.6 })
		.toBuffer();
}

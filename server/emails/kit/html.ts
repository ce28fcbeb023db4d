import type { Block, Fact, MailContent, MailFrame } from './content.ts';
import { escapeHtml, escapeLines, escapeUrl, withoutLinks } from './escape.ts';
import { accent, hairline, ink, muted, paper, stripOf, surface } from './palette.ts';
import { proseHtml } from './prose.ts';

const sans = `-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
const mono = `ui-monospace,SFMono-Regular,Menlo,Consolas,monospace`;
/** Invisible filler, so that no body text follows the preheader in the list of mails. */
const filler = '&#8199;&#847; '.repeat(60);

/** Mail programs that know dark mode take these; the others keep the inline colours. */
const darkStyles = [
	`.m-paper{background-color:${paper.dark}!important}`,
	`.m-card{background-color:${surface.dark}!important;border-color:${hairline.dark}!important}`,
	`.m-ink{color:${ink.dark}!important}`,
	`.m-muted{color:${muted.dark}!important}`,
	`.m-line{border-color:${hairline.dark}!important}`,
	`.m-link{color:${accent.dark}!important}`,
	`.m-button{background-color:${ink.dark}!important}`,
	`.m-button a{color:${paper.dark}!important}`,
].join('');

const styles = `:root{color-scheme:light dark;supported-color-schemes:light dark}body{margin:0;padding:0}@media (max-width:620px){.m-pad{padding-left:20px!important;padding-right:20px!important}}@media (prefers-color-scheme:dark){${darkStyles}}`;

const rowOf = (content: string, top: number) => `<tr><td style="padding-top:${top}px">${content}</td></tr>`;

function factRow({ label, lines, url }: Fact, isFirst: boolean): string {
	const written = lines.map((line, index) => {
		const text = `<span dir="auto">${escapeLines(withoutLinks(line))}</span>`;
		return url && index === lines.length - 1
			? `<a href="${escapeUrl(url)}" class="m-link" style="color:${accent.light}">${text}</a>`
			: text;
	});
	const border = isFirst ? '' : `border-top:1px solid ${hairline.light};`;
	return `<tr><td class="m-line" style="${border}padding:12px 0"><div class="m-muted" style="font-size:13px;line-height:18px;color:${muted.light}">${escapeHtml(withoutLinks(label))}</div><div class="m-ink" style="font-size:16px;line-height:24px;color:${ink.light}">${written.join('<br>')}</div></td></tr>`;
}

function writeBlock(block: Block, frame: MailFrame): string {
	switch (block.kind) {
		case 'text':
			return `<p class="m-ink" dir="auto" style="margin:0;font-size:16px;line-height:24px;color:${ink.light}">${escapeLines(withoutLinks(block.text))}</p>`;
		case 'note':
			return `<p class="m-muted" dir="auto" style="margin:0;font-size:14px;line-height:20px;color:${muted.light}">${escapeLines(withoutLinks(block.text))}</p>`;
		case 'quote':
			return `<blockquote class="m-ink m-line" dir="auto" style="margin:0;padding:4px 16px;border-inline-start:3px solid ${hairline.light};font-size:16px;line-height:24px;color:${ink.light}">${escapeLines(block.text)}</blockquote>`;
		case 'prose':
			return proseHtml(block.nodes, frame);
		case 'facts':
			return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${block.rows.map((row, index) => factRow(row, index === 0)).join('')}</table>`;
		case 'button':
			return block.url === null
				? `<p class="m-muted" style="margin:0;font-size:14px;line-height:20px;color:${muted.light}">${escapeHtml(withoutLinks(block.label))}: ${escapeHtml(frame.leftOut)}</p>`
				: `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="m-button" style="background-color:${ink.light};border-radius:6px"><a href="${escapeUrl(block.url)}" style="display:inline-block;padding:14px 24px;font-size:16px;line-height:20px;font-weight:600;color:${paper.light};text-decoration:none">${escapeHtml(withoutLinks(block.label))}</a></td></tr></table>`;
		case 'link':
			return `<p class="m-muted" style="margin:0;font-size:14px;line-height:20px;color:${muted.light}">${
				block.url === null
					? `${escapeHtml(withoutLinks(block.label))}: ${escapeHtml(frame.leftOut)}`
					: `<a href="${escapeUrl(block.url)}" class="m-link" style="color:${accent.light}">${escapeHtml(withoutLinks(block.label))}</a>`
			}</p>`;
		case 'code':
			return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="m-line" align="center" style="padding:20px 0;border-top:1px dashed ${hairline.light};border-bottom:1px dashed ${hairline.light}"><div class="m-muted" style="font-size:14px;line-height:20px;color:${muted.light}">${escapeHtml(withoutLinks(block.label))}</div><div class="m-ink" dir="ltr" style="margin-top:4px;font-family:${mono};font-size:24px;line-height:32px;font-weight:600;letter-spacing:.04em;color:${ink.light}">${escapeHtml(block.code ?? frame.leftOut)}</div></td></tr></table>`;
		case 'ticket':
			return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="m-line" align="center" style="padding:20px 0;border-top:1px dashed ${hairline.light}"><div class="m-ink" dir="auto" style="font-size:18px;line-height:24px;font-weight:600;color:${ink.light}">${escapeHtml(withoutLinks(block.name))}</div><div class="m-muted" dir="auto" style="font-size:14px;line-height:20px;color:${muted.light}">${escapeHtml(withoutLinks(block.type))}</div><img src="cid:${escapeHtml(block.contentId)}" width="${block.pixels}" height="${block.pixels}" alt="${escapeHtml(block.alt)}" style="display:block;margin:12px auto 8px;background-color:#ffffff;border-radius:8px;image-rendering:pixelated"><div class="m-ink" dir="ltr" style="font-family:${mono};font-size:14px;line-height:20px;letter-spacing:.02em;color:${ink.light}">${escapeHtml(block.code)}</div></td></tr></table>`;
	}
}

/** How far a block stands below what is before it. */
const gapBefore: Record<Block['kind'], number> = {
	text: 16,
	note: 16,
	quote: 16,
	prose: 16,
	facts: 12,
	button: 24,
	link: 16,
	code: 24,
	ticket: 24,
};

/** The HTML of a mail: one column of 600 px, inline styles, tables where mail programs need them, readable without pictures. */
export function writeHtml(content: MailContent, frame: MailFrame): string {
	const strip = stripOf(content.hue);
	const blocks = content.blocks
		.map((block) => rowOf(writeBlock(block, frame), gapBefore[block.kind]))
		.join('');
	const small = content.smallPrint
		.map(
			(text) =>
				`<p class="m-muted" dir="auto" style="margin:0 0 8px;font-size:13px;line-height:18px;color:${muted.light}">${escapeLines(withoutLinks(text))}</p>`,
		)
		.join('');
	const product = escapeHtml(frame.productName);
	return `<!doctype html><html lang="${escapeHtml(frame.locale)}" dir="${frame.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><title>${escapeHtml(content.subject)}</title><style>${styles}</style></head><body class="m-paper" style="margin:0;padding:0;background-color:${paper.light};font-family:${sans}"><div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(withoutLinks(content.preheader))}${filler}</div><table role="presentation" class="m-paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${paper.light}"><tr><td align="center" style="padding:24px 12px"><table role="presentation" class="m-card" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;background-color:${surface.light};border:1px solid ${hairline.light};border-radius:10px;border-collapse:separate;overflow:hidden"><tr><td class="m-pad" bgcolor="${strip.from}" style="padding:14px 32px;background-color:${strip.from};background-image:linear-gradient(100deg,${strip.from},${strip.to});border-radius:9px 9px 0 0;font-size:15px;line-height:20px;font-weight:600"><a href="${escapeUrl(frame.appUrl)}" style="color:#ffffff;text-decoration:none">${product}</a></td></tr><tr><td class="m-pad" style="padding:32px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td><h1 class="m-ink" dir="auto" style="margin:0;font-size:28px;line-height:34px;font-weight:650;letter-spacing:-.02em;color:${ink.light}">${escapeHtml(withoutLinks(content.heading))}</h1></td></tr>${blocks}</table></td></tr></table><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px"><tr><td class="m-pad" style="padding:20px 32px">${small}</td></tr></table></td></tr></table></body></html>`;
}

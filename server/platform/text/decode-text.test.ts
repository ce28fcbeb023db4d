import { describe, expect, it } from 'vitest';
import { message } from '#shared/errors/translatable-message.ts';
import { decodeText, TextProblem } from './decode-text.ts';

const advice = message`Please save it as CSV (UTF-8).`;
const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);
const decode = (data: Uint8Array) => decodeText(data, { advice });

function problemOf(data: Uint8Array): string {
	try {
		decode(data);
	} catch (error) {
		if (error instanceof TextProblem) return error.message;
	}
	return '';
}

describe('decodeText', () => {
	it.each([
		['utf-8', bytes('Zoë,1\n')],
		['utf-8', bytes('\ufeffZoë,1\n')],
		['utf-16le', bytes('\ufeffZoë,1\n', 'utf16le')],
		['utf-16le', bytes('Zoë,1\n', 'utf16le')],
		['utf-16be', bytes('\ufeffZoë,1\n', 'utf16le').swap16()],
		['utf-16be', bytes('Zoë,1\n', 'utf16le').swap16()],
		['windows-1252', bytes('Zoë,1\n', 'latin1')],
	])('reads %s', (encoding, data) => {
		expect(decode(data)).toEqual({ text: 'Zoë,1\n', encoding, damaged: 0 });
	});

	it.each([
		[
			'windows-1252',
			'Jürgen Müller;jürgen@example.org\r\nZoë “Ann” – 5 €\r\n',
			'4afc7267656e204dfc6c6c65723b6afc7267656e406578616d706c652e6f72670d0a5a6feb2093416e6e942096203520800d0a',
		],
		[
			'shift_jis',
			'氏名,メール\r\n佐藤 美咲,テスト①\r\n山田太郎,カタカナ\r\n',
			'8e8196bc2c8381815b838b0d0a8db293a12094fc8de72c83658358836787400d0a8e52936391be98592c834a835e834a83690d0a',
		],
		[
			'euc-jp',
			'氏名,メール\r\n佐藤 美咲,テスト\r\n山田太郎,カタカナ\r\n',
			'bbe1ccbe2ca5e1a1bca5eb0d0abab4c6a320c8febae92ca5c6a5b9a5c80d0abbb3c5c4c2c0cfba2ca5aba5bfa5aba5ca0d0a',
		],
		[
			'windows-1251',
			'Имя,Почта\r\nИван Петров,ivan@example.org\r\nОльга Сидорова,o@example.org\r\n',
			'c8ecff2ccfeef7f2e00d0ac8e2e0ed20cfe5f2f0eee22c6976616e406578616d706c652e6f72670d0aceebfce3e020d1e8e4eef0eee2e02c6f406578616d706c652e6f72670d0a',
		],
		[
			'windows-1251',
			'Ім’я\r\nЮрій Ґалаґан\r\nЇжак Єва\r\n',
			'b2ec92ff0d0adef0b3e920a5e0ebe0b4e0ed0d0aafe6e0ea20aae2e00d0a',
		],
		[
			'euc-kr',
			'이름,이메일\r\n김민준,kim@example.org\r\n남궁서연\r\n',
			'c0ccb8a72cc0ccb8dec0cf0d0ab1e8b9cec1d82c6b696d406578616d706c652e6f72670d0ab3b2b1c3bcadbfac0d0a',
		],
		[
			'gb18030',
			'姓名,邮箱\r\n王小明,wang@example.org\r\n欧阳娜娜,李雷\r\n',
			'd0d5c3fb2cd3cacfe40d0acdf5d0a1c3f72c77616e67406578616d706c652e6f72670d0ac5b7d1f4c4c8c4c82cc0eec0d70d0a',
		],
		[
			'big5',
			'姓名,電子郵件\r\n王小明,wang@example.org\r\n歐陽娜娜,陳大文\r\n',
			'a96da6572cb971a46cb66ca5f30d0aa4fda470a9fa2c77616e67406578616d706c652e6f72670d0abcdab6a7ae52ae522cb3afa46aa4e50d0a',
		],
		[
			'windows-1252',
			'Prénom,Nom\r\nRenée,Lefèbvre\r\nŒuvre,D’Arcy\r\n',
			'5072e96e6f6d2c4e6f6d0d0a52656ee9652c4c6566e8627672650d0a8c757672652c4492417263790d0a',
		],
		['windows-1252', 'Señor Núñez,¿Qué? ¡Sí!\r\n', '5365f16f72204efaf1657a2cbf5175e93f20a153ed210d0a'],
	])('finds out %s', (encoding, text, hex) => {
		expect(decode(Buffer.from(hex, 'hex'))).toMatchObject({ encoding, text });
	});

	it('takes the encoding that a person chose', () => {
		const polish = Buffer.from('a3756b61737a', 'hex');
		expect(decodeText(polish, { advice, encoding: 'windows-1250' }).text).toBe('Łukasz');
	});

	it.each([
		['nothing', new Uint8Array(), 'This file is empty.'],
		['blanks', bytes(' \r\n'), 'This file is empty.'],
		['a spreadsheet', bytes('PK\x03\x04\x14\0'), 'This file is a spreadsheet'],
		[
			'a picture',
			Buffer.from('89504e470d0a1a0a', 'hex'),
			'a picture, not text. Please save it as CSV (UTF-8).',
		],
		['NUL', bytes('a,b\nN\0ul,c\n'), 'Line 2 holds a NUL character'],
		['bytes', Buffer.from(Array.from({ length: 600 }, (_, i) => (i * 7919) % 251)), 'is not a text file'],
	])('refuses %s with a sentence', (_name, data, message) => {
		expect(problemOf(data)).toContain(message);
	});

	it('refuses UTF-8 with lines of another encoding, and names the first', () => {
		const mixed = Buffer.concat([bytes('Åsa,Öhrström\n'), bytes('Jürgen\n', 'latin1')]);
		expect(problemOf(mixed)).toContain('Line 2 is written in another encoding');
	});

	it('replaces damage where that was asked for', () => {
		const mixed = Buffer.concat([bytes('Åsa,Öhrström\0\n'), bytes('Jürgen\n', 'latin1')]);
		expect(decodeText(mixed, { advice, damage: 'replace' })).toEqual({
			text: 'Åsa,Öhrström\nJ\ufffdrgen\n',
			encoding: 'utf-8',
			damaged: 2,
		});
	});
});

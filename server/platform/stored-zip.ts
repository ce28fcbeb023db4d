import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a ZIP. */
export interface ZipEntry {
	/** Path inside of the ZIP. */
	name: string;
	bytes: Uint8Array;
	/** Text that gets smaller; pictures and PDFs are packed already. */
	isText?: boolean;
}

/** Values that do not fit into 16 and 32 bits are in the fields of ZIP64 (APPNOTE 4.5.3). */
const most16 = 0xff_ff;
const most32 = 0xff_ff_ff_ff;
const version = 45;
/** Names are UTF-8. */
const flags = 0x08_00;
/** 1 January 1980, the first day that a ZIP knows. */
const firstDay = 0x21;

interface Written {
	name: Buffer;
	method: number;
	crc: number;
	packed: number;
	size: number;
	offset: number;
}

/**
 * A ZIP, written while its files are read: one of them is in memory, and of each its name and place. It may be larger than 4 GB; a file
 * in it may not.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
	const directory: Written[] = [];
	let offset = 0;
	for await (const { name, bytes, isText } of entries) {
		const packed = isText ? deflateRawSync(bytes) : bytes;
		const file: Written = {
			...{ name: Buffer.from(name), method: isText ? 8 : 0, crc: crc32(bytes) },
			...{ packed: packed.byteLength, size: bytes.byteLength, offset },
		};
		directory.push(file);
		const head = localHeader(file);
		yield head;
		yield packed;
		offset += head.byteLength + packed.byteLength;
	}
	let size = 0;
	for (const file of directory) {
		const entry = directoryEntry(file);
		yield entry;
		size += entry.byteLength;
	}
	yield endOf(directory.length, size, offset);
}

/** Version, flags, method, day and sizes, as both headers have them. */
function common({ name, method, crc, packed, size }: Written): Buffer {
	const fields = Buffer.alloc(24);
	fields.writeUInt16LE(version, 0);
	fields.writeUInt16LE(flags, 2);
	fields.writeUInt16LE(method, 4);
	fields.writeUInt16LE(firstDay, 8);
	fields.writeUInt32LE(crc, 10);
	fields.writeUInt32LE(packed, 14);
	fields.writeUInt32LE(size, 18);
	fields.writeUInt16LE(name.length, 22);
	return fields;
}

function localHeader(file: Written): Buffer {
	return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common(file), Buffer.alloc(2), file.name]);
}

function directoryEntry(file: Written): Buffer {
	const isFar = file.offset >= most32;
	const extra = Buffer.alloc(isFar ? 12 : 0);
	if (isFar) {
		extra.writeUInt16LE(1, 0);
		extra.writeUInt16LE(8, 2);
		extra.writeBigUInt64LE(BigInt(file.offset), 4);
	}
	const rest = Buffer.alloc(16);
	rest.writeUInt16LE(extra.length, 0);
	rest.writeUInt32LE(isFar ? most32 : file.offset, 12);
	const madeBy = Buffer.from([version, 0]);
	return Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), madeBy, common(file), rest, file.name, extra]);
}

/** The end of the directory, with that of ZIP64 before it. */
function endOf(files: number, size: number, offset: number): Buffer {
	const large = Buffer.alloc(76);
	large.write('PK\x06\x06', 0, 'latin1');
	large.writeBigUInt64LE(44n, 4);
	large.writeUInt16LE(version, 12);
	large.writeUInt16LE(version, 14);
	large.writeBigUInt64LE(BigInt(files), 24);
	large.writeBigUInt64LE(BigInt(files), 32);
	large.writeBigUInt64LE(BigInt(size), 40);
	large.writeBigUInt64LE(BigInt(offset), 48);
	large.write('PK\x06\x07', 56, 'latin1');
	large.writeBigUInt64LE(BigInt(offset + size), 64);
	large.writeUInt32LE(1, 72);
	const end = Buffer.alloc(22);
	end.write('PK\x05\x06', 0, 'latin1');
	end.writeUInt16LE(Math.min(files, most16), 8);
	end.writeUInt16LE(Math.min(files, most16), 10);
	end.writeUInt32LE(Math.min(size, most32), 12);
	end.writeUInt32LE(Math.min(offset, most32), 16);
	return files < most16 && size < most32 && offset < most32 ? end : Buffer.concat([large, end]);
}

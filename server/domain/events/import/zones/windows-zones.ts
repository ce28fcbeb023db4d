/**
 * Names that Windows, Outlook and Exchange give to time zones, with the IANA zone that stands for each (territory 001 of
 * CLDR's windowsZones.xml, Unicode License v3, © Unicode, Inc.; retired IANA names replaced by those of today).
 */
const table = `
Dateline=Etc/GMT+12
Aleutian=America/Adak
Hawaiian=Pacific/Honolulu
Marquesas=Pacific/Marquesas
Alaskan=America/Anchorage
Pacific Standard Time (Mexico)=America/Tijuana
Pacific=America/Los_Angeles
US Mountain=America/Phoenix
Mountain Standard Time (Mexico)=America/Mazatlan
Mountain=America/Denver
Yukon=America/Whitehorse
Central America=America/Guatemala
Central=America/Chicago
Easter Island=Pacific/Easter
Central Standard Time (Mexico)=America/Mexico_City
Canada Central=America/Regina
SA Pacific=America/Bogota
Eastern Standard Time (Mexico)=America/Cancun
Eastern=America/New_York
Haiti=America/Port-au-Prince
Cuba=America/Havana
US Eastern=America/Indiana/Indianapolis
Turks And Caicos=America/Grand_Turk
Paraguay=America/Asuncion
Atlantic=America/Halifax
Venezuela=America/Caracas
Central Brazilian=America/Cuiaba
SA Western=America/La_Paz
Pacific SA=America/Santiago
Newfoundland=America/St_Johns
Tocantins=America/Araguaina
E. South America=America/Sao_Paulo
SA Eastern=America/Cayenne
Argentina=America/Argentina/Buenos_Aires
Greenland=America/Nuuk
Montevideo=America/Montevideo
Magallanes=America/Punta_Arenas
Saint Pierre=America/Miquelon
Bahia=America/Bahia
Mid-Atlantic=Etc/GMT+2
Azores=Atlantic/Azores
Cape Verde=Atlantic/Cape_Verde
GMT=Europe/London
Greenwich=Atlantic/Reykjavik
Sao Tome=Africa/Sao_Tome
Morocco=Africa/Casablanca
W. Europe=Europe/Berlin
Central Europe=Europe/Budapest
Romance=Europe/Paris
Central European=Europe/Warsaw
W. Central Africa=Africa/Lagos
Jordan=Asia/Amman
GTB=Europe/Bucharest
Middle East=Asia/Beirut
Egypt=Africa/Cairo
E. Europe=Europe/Chisinau
Syria=Asia/Damascus
West Bank=Asia/Hebron
South Africa=Africa/Johannesburg
FLE=Europe/Kyiv
Israel=Asia/Jerusalem
South Sudan=Africa/Juba
Kaliningrad=Europe/Kaliningrad
Sudan=Africa/Khartoum
Libya=Africa/Tripoli
Namibia=Africa/Windhoek
Arabic=Asia/Baghdad
Turkey=Europe/Istanbul
Arab=Asia/Riyadh
Belarus=Europe/Minsk
Russian=Europe/Moscow
E. Africa=Africa/Nairobi
Iran=Asia/Tehran
Arabian=Asia/Dubai
Astrakhan=Europe/Astrakhan
Azerbaijan=Asia/Baku
Russia Time Zone 3=Europe/Samara
Mauritius=Indian/Mauritius
Saratov=Europe/Saratov
Georgian=Asia/Tbilisi
Volgograd=Europe/Volgograd
Caucasus=Asia/Yerevan
Afghanistan=Asia/Kabul
West Asia=Asia/Tashkent
Ekaterinburg=Asia/Yekaterinburg
Pakistan=Asia/Karachi
Qyzylorda=Asia/Qyzylorda
India=Asia/Kolkata
Sri Lanka=Asia/Colombo
Nepal=Asia/Kathmandu
Central Asia=Asia/Bishkek
Bangladesh=Asia/Dhaka
Omsk=Asia/Omsk
Myanmar=Asia/Yangon
SE Asia=Asia/Bangkok
Altai=Asia/Barnaul
W. Mongolia=Asia/Hovd
North Asia=Asia/Krasnoyarsk
N. Central Asia=Asia/Novosibirsk
Tomsk=Asia/Tomsk
China=Asia/Shanghai
North Asia East=Asia/Irkutsk
Singapore=Asia/Singapore
W. Australia=Australia/Perth
Taipei=Asia/Taipei
Ulaanbaatar=Asia/Ulaanbaatar
Aus Central W.=Australia/Eucla
Transbaikal=Asia/Chita
Tokyo=Asia/Tokyo
North Korea=Asia/Pyongyang
Korea=Asia/Seoul
Yakutsk=Asia/Yakutsk
Cen. Australia=Australia/Adelaide
AUS Central=Australia/Darwin
E. Australia=Australia/Brisbane
AUS Eastern=Australia/Sydney
West Pacific=Pacific/Port_Moresby
Tasmania=Australia/Hobart
Vladivostok=Asia/Vladivostok
Lord Howe=Australia/Lord_Howe
Bougainville=Pacific/Bougainville
Russia Time Zone 10=Asia/Srednekolymsk
Magadan=Asia/Magadan
Norfolk=Pacific/Norfolk
Sakhalin=Asia/Sakhalin
Central Pacific=Pacific/Guadalcanal
Russia Time Zone 11=Asia/Kamchatka
New Zealand=Pacific/Auckland
Fiji=Pacific/Fiji
Kamchatka=Asia/Kamchatka
Chatham Islands=Pacific/Chatham
Tonga=Pacific/Tongatapu
Samoa=Pacific/Apia
Line Islands=Pacific/Kiritimati`;

const zones = new Map<string, string>();
for (const line of table.trim().split('\n')) {
	const [name = '', zone = ''] = line.split('=');
	zones.set(normalise(name), zone);
}

// "Standard Time", "Daylight Time" and "Summer Time" all stand for the zone; "(Mexico)" behind them does not.
function normalise(name: string): string {
	return name
		.toLowerCase()
		.replace(/ (standard|daylight|summer) time\b/g, '')
		.replace(/\s+/g, ' ')
		.trim();
}

/** The IANA zone of a Windows zone name such as `W. Europe Standard Time`; null for any other name. */
export function zoneOfWindowsName(name: string): string | null {
	return /time/i.test(name) ? (zones.get(normalise(name)) ?? null) : null;
}

/** Every entry, for the tests. */
export const windowsZones: ReadonlyMap<string, string> = zones;

import type { Same } from "../../i18n/keys";
import type { venue as zh } from "../zh/venue";

/** Texts of the venue pages. */
export const venue = {
  exportVenue: {
    rowsAboutMbDownloaded: "{rows} rows, {done} of about {all} MB downloaded",
    exportWholeVenue: "Export of the whole venue",
    allDataPicturesVenue:
      "All data and pictures of the venue in one file, for a new installation. Without passwords, sessions and keys; it holds personal data, so keep it safe.",
    exportVenue: "Export the venue",
  },
  hours: {
    opens: "{day} opens",
    closes: "{day} closes",
    closed: "Closed",
    sameEveryDay: "The same every day",
    monday: "Monday",
    tuesday: "Tuesday",
    wednesday: "Wednesday",
    thursday: "Thursday",
    friday: "Friday",
    saturday: "Saturday",
    sunday: "Sunday",
  },
  position: {
    findPositionAddress: "Find the position of the address",
    noCityDistrictAddress: "No city or district of this address is known; enter the coordinates",
  },
  siteInfoForm: {
    pictures: "Pictures",
    name: "Name",
    shortName: "Short name",
    address: "Address",
    contact: "Contact",
    telephone: "Telephone",
    eMail: "E-mail",
    openToday: "Open today",
    about: "About",
    venueInfo: "Venue info",
    venue: "Venue",
    shownWhereThereLittle: "Shown where there is little room",
    logo: "Logo",
    up12FirstCover: "Up to 12; the first is the cover; drag to order",
    longitude: "Longitude",
    latitude: "Latitude",
    contact2: "Contact",
    hours: "Hours",
    eachDay: "Each day",
    sameTimeTwiceMeans: "The same time twice means closed; bookings follow each hall's hours",
    publicPage: "Public page",
    customersMayOpenVenues: "Customers may open the venue’s pages",
    whatPrintedCodesOpen:
      "What printed codes open: hours, prices, free courts, services, coaches, albums, articles and published competitions; people by initials. While it is off, whoever scans a code reads that nothing is published",
    published: "Published",
    receipts: "Receipts",
    belowVenuesNameMay: "Below the venue's name; may have several lines",
    leftEmptyUsualWords: "If left empty: the usual text about returns",
  },
} as const satisfies Same<typeof zh>;

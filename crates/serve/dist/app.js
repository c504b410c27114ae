import"./shared.js";

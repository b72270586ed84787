#pragma once
#define HIPRAND_VERSION 201101
